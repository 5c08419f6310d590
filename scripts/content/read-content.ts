import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";

type Place = { file: string; line: number };

/** A value of content, its file and line, and the values inside it. A value that cannot be read is a symbol that says why. */
export type Written = Place & { value: unknown; inside: Map<string | number, Written> };

/** A mistake at a file and line, as a Portuguese sentence. */
export type Mistake = Place & { text: string };

/** The files of `content/` that contain no words of the page. */
const otherFiles = /^(filled|paths)\.ts$|\.test\.ts$/;

/**
 * Reads the files of a folder as one group of all their exports, also copies like `hero.ts.txt`. Names in braces are
 * not filled in. `unread` says which files cannot be read.
 */
export function readContent(folder: string): { content: Written; unread: Mistake[] } {
  const content: Written = { file: "", line: 1, value: {}, inside: new Map() };
  const unread: Mistake[] = [];
  for (const file of readdirSync(folder).sort()) {
    if (!file.includes(".ts") || otherFiles.test(file)) continue;
    // The decoder removes the byte order mark that Notepad of Windows writes at the beginning.
    const source = new TextDecoder().decode(readFileSync(join(folder, file)));
    const { errors, program } = parseSync("content.ts", source);
    const at = Math.min(errors[0]?.labels[0]?.start ?? 0, source.trimEnd().length);
    const place = placeAt({ file, source }, at);
    if (errors.length > 0) unread.push({ ...place, text: unclear });
    else if (program.body.length === 0) unread.push({ ...place, text: empty });
    else readExports(program.body, { file, source }, content);
  }
  return { content, unread };
}

const unclear =
  "não foi possível entender esta linha. Confira as aspas e as vírgulas desta linha e da de cima.";
const empty = "o arquivo está vazio. Desfaça a última alteração com Ctrl+Z.";

type Reading = { file: string; source: string };

function placeAt({ file, source }: Reading, index: number): Place {
  return { file, line: source.slice(0, index).split("\n").length };
}

type Statement = ReturnType<typeof parseSync>["program"]["body"][number];
type Exported = NonNullable<Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]>;
type Declared = Extract<Exported, { type: "VariableDeclaration" }>["declarations"][number];
type Expression = NonNullable<Declared["init"]>;

function readExports(body: readonly Statement[], reading: Reading, content: Written): void {
  for (const statement of body) {
    if (statement.type === "ImportDeclaration") continue;
    const place = placeAt(reading, statement.start);
    const exported = statement.type === "ExportNamedDeclaration" && statement.declaration;
    const isConst = exported && exported.type === "VariableDeclaration";
    for (const { id, init } of isConst ? exported.declarations : [])
      if (id.type === "Identifier") put(content, id.name, init && readValue(init, reading), place);
    // Any other statement than an import or `export const` is reported as an unknown name: its first line.
    if (!isConst)
      put(content, reading.source.slice(statement.start).split("\n", 1).join(), null, place);
  }
}

/** Adds a value with its name to a group of the content. */
function put(group: Written, name: string, found: Written | null, place: Place): void {
  const other = group.inside.get(name);
  const written = other
    ? unread(
        place,
        `está também em content/${other.file}, linha ${other.line}. Apague um dos dois.`,
      )
    : { ...(found ?? unread(place, notPlain)), ...place };
  group.inside.set(name, written);
  Reflect.set(Object(group.value), name, written.value);
}

const notPlain = "só pode ser um texto entre aspas, um número, true, false, uma lista ou um grupo.";
const importFilled = 'import { filled } from "./filled.ts";';
const noImport = `precisa de uma linha no começo do arquivo. Escreva-a de novo: ${importFilled}`;

function unread(place: Place, why: string): Written {
  return { ...place, value: Symbol(why), inside: new Map() };
}

function readValue(tree: Expression, reading: Reading): Written {
  const { source } = reading;
  const place = placeAt(reading, tree.start);
  const words = source.slice(tree.start, tree.end);
  const plain = (value: unknown): Written => ({ ...place, value, inside: new Map() });
  switch (tree.type) {
    case "CallExpression": {
      const [argument] = tree.arguments;
      if (!words.startsWith("filled") || !argument || argument.type === "SpreadElement") break;
      return source.includes(importFilled) ? readValue(argument, reading) : unread(place, noImport);
    }
    case "ObjectExpression": {
      const group = plain({});
      for (const property of tree.properties) {
        const isNamed = property.type === "Property" && !property.computed;
        const { start, end } = isNamed ? property.key : property;
        const name = source.slice(start, end).replace(/^(["'])(.*)\1$/, "$2");
        const value = isNamed ? readValue(property.value, reading) : null;
        put(group, name, value, placeAt(reading, start));
      }
      return group;
    }
    case "ArrayExpression": {
      const items = tree.elements.map((item) =>
        item && item.type !== "SpreadElement" ? readValue(item, reading) : unread(place, notPlain),
      );
      return { ...plain(items.map(({ value }) => value)), inside: new Map(items.entries()) };
    }
    case "Identifier":
      return unread(place, `é ${words}, sem aspas. Escreva o texto entre aspas retas: "…".`);
    case "Literal":
      if (typeof tree.value === "string" || typeof tree.value === "boolean")
        return plain(tree.value);
      // Such numbers are refused, because JavaScript reads 1.000 as one and 0x10 as sixteen.
      if (words === String(tree.value)) return plain(tree.value);
      return unread(place, `é ${words}. Escreva só os algarismos, como 1000; com decimais, 0.5.`);
  }
  return unread(place, notPlain);
}
