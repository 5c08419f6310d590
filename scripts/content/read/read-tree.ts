import type { parseSync } from "vite";
import { slips } from "#phrases/content/slips.ts";
import { findNumberSlip } from "./number-slips.ts";
import type { Entry, Exported, Slip, Value } from "./value.ts";

type Program = ReturnType<typeof parseSync>["program"];
type Statement = Program["body"][number];
type Declaration = NonNullable<
  Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]
>;
type Expression = NonNullable<
  Extract<Declaration, { type: "VariableDeclaration" }>["declarations"][number]["init"]
>;
type GroupTree = Extract<Expression, { type: "ObjectExpression" }>;

/** Where lines begin, and where slips are kept: numbers that JavaScript reads differently, and names that come twice. */
type Reading = { lineAt: (index: number) => number; found: Slip[] };

/** Reads the values of a file without slips from its syntax tree. Nothing is run. */
export function readTree({ body }: Program, reading: Reading): Exported[] {
  return body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (declaration?.type === "VariableDeclaration" && declaration.kind === "const")
      return declaration.declarations.flatMap(({ id, init }) => {
        if (id.type !== "Identifier" || init === null) return [];
        const line = reading.lineAt(id.start);
        return { name: id.name, line, value: readExpression(init, reading) };
      });
    if (!isOwnImport(statement)) unreadable(reading.lineAt(statement.start), reading);
    return [];
  });
}

/** The only other line that a file may have. Any other statement could change, when it runs, what was read here. */
function isOwnImport(statement: Statement): boolean {
  return statement.type === "ImportDeclaration" && statement.source.value.startsWith("./");
}

function readExpression(tree: Expression, reading: Reading): Value {
  const line = reading.lineAt(tree.start);
  switch (tree.type) {
    case "CallExpression": {
      const [words, ...more] = tree.arguments;
      const isFilled = wordOf(tree.callee) === "filled" && more.length === 0;
      return isFilled && words && words.type !== "SpreadElement"
        ? readExpression(words, reading)
        : unreadable(line, reading);
    }
    case "TSSatisfiesExpression":
    case "TSAsExpression":
    case "ParenthesizedExpression":
      return readExpression(tree.expression, reading);
    case "ObjectExpression":
      return groupOf(tree, reading);
    case "ArrayExpression": {
      const items = tree.elements.map((item) =>
        item && item.type !== "SpreadElement"
          ? readExpression(item, reading)
          : unreadable(line, reading),
      );
      return { kind: "list", line, items };
    }
    default:
      return simpleValue(tree, line, reading);
  }
}

function simpleValue(tree: Expression, line: number, reading: Reading): Value {
  const word = wordOf(tree);
  if (word !== undefined) return { kind: "word", line, word };
  if (tree.type === "UnaryExpression" && tree.operator === "-") {
    const value = readExpression(tree.argument, reading);
    return value.kind === "number" ? { ...value, number: -value.number } : value;
  }
  if (tree.type === "TemplateLiteral" && tree.expressions.length === 0)
    return { kind: "text", line, text: tree.quasis[0]?.value.cooked ?? "" };
  if (tree.type !== "Literal") return unreadable(line, reading);
  const { value, raw } = tree;
  if (typeof value === "string") return { kind: "text", line, text: value };
  if (typeof value === "boolean") return { kind: "flag", line, flag: value };
  if (typeof value !== "number") return unreadable(line, reading);
  const slip = raw === null ? undefined : findNumberSlip(raw);
  if (slip) reading.found.push({ line, text: slip });
  return { kind: "number", line, number: value };
}

function groupOf(tree: GroupTree, reading: Reading): Value {
  const entries: Entry[] = [];
  for (const property of tree.properties) {
    const line = reading.lineAt(property.start);
    const isPlain = property.type === "Property" && property.kind === "init" && !property.computed;
    const name = isPlain ? nameOf(property.key) : undefined;
    if (!isPlain || name === undefined) unreadable(line, reading);
    else if (entries.some((entry) => entry.name === name))
      reading.found.push({ line, text: slips.twice(name) });
    else entries.push({ name, line, value: readExpression(property.value, reading) });
  }
  return { kind: "group", line: reading.lineAt(tree.start), entries, nameless: [] };
}

function nameOf(key: { type: string; name?: unknown; value?: unknown }): string | undefined {
  if (key.type === "Identifier" && typeof key.name === "string") return key.name;
  return key.type === "Literal" ? String(key.value) : undefined;
}

/** The name of another value, like `launch.anchorPrices`, or one word of a text whose quotes are missing. */
function wordOf(tree: Expression): string | undefined {
  if (tree.type === "Identifier") return tree.name;
  if (tree.type !== "MemberExpression" || tree.computed || tree.property.type !== "Identifier")
    return undefined;
  const object = tree.object.type === "Super" ? undefined : wordOf(tree.object);
  return object && `${object}.${tree.property.name}`;
}

function unreadable(line: number, { found }: Reading): Value {
  found.push({ line, text: slips.notPlain });
  return { kind: "unknown", line };
}
