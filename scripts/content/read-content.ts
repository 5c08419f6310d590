import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lineAt, mendSlips, parse, type Slip } from "./mend-slips.ts";

/** Where a value stands in its file, and where all that is in it stands. `word`: it is the name of another value. */
export type Place = { line: number; word?: string; inside: Map<string | number, Place> };

/**
 * What a file says. `isMended`: what lacks may be a consequence of a slip. `values` are undefined if they cannot be known.
 */
export type ReadFile = {
  slips: Slip[];
  isMended: boolean;
  places: Map<string, Place>;
  values: Record<string, unknown> | undefined;
};

/** How an owner takes back a change, also when the editor is closed. */
export const undo = (file: string) =>
  `Desfaça a última alteração com Ctrl+Z. Se o editor já foi fechado, git checkout HEAD -- content/${file} traz o arquivo de volta como ele estava no Git.`;

const say = {
  notUtf8:
    "o arquivo não está salvo em UTF-8, e os acentos se perderiam. No Bloco de Notas, escolha “Salvar como” e, em “Codificação”, “UTF-8”.",
  merge:
    "aqui estão duas versões do mesmo trecho, que o Git não soube juntar. Deixe só as linhas da versão certa e apague as linhas com <<<<<<<, ======= e >>>>>>>.",
  empty: (file: string) => `o arquivo está vazio. ${undo(file)}`,
  twice: (name: string) => `"${name}" aparece duas vezes no mesmo grupo. Apague uma delas.`,
  noValue: (name: string) => `"${name}" está sem valor. Escreva o valor depois dos dois-pontos.`,
  code: "este texto tem um cifrão antes de uma chave, o que não funciona aqui. Escreva só o nome entre chaves.",
  missingImport: (line: string) => `falta uma linha no começo do arquivo. Escreva: ${line}`,
  notPlain: (file: string) =>
    `aqui só pode haver textos entre aspas, números, true, false, listas e grupos. ${undo(file)}`,
  broken: (file: string) =>
    `este arquivo não funciona: uma linha com import ou export const não está como era. ${undo(file)}`,
};

/**
 * Reads the files of the folder, with their slips mended. Names in braces stay as they are written. A file that does not
 * exist has no entry.
 */
export function readContent(folder: string, names: readonly string[]): Map<string, ReadFile> {
  const content = new Map<string, ReadFile>();
  const read = (name: string): ReadFile | undefined => {
    const found = content.get(name);
    const bytes = found ? undefined : readIfThere(join(folder, name));
    if (!bytes) return found;
    const file = readFile(name, bytes, (source) => read(source)?.values);
    content.set(name, file);
    return file;
  };
  for (const name of names) read(name);
  return new Map(
    names.flatMap((name) => {
      const file = content.get(name);
      return file ? [[name, file] as const] : [];
    }),
  );
}

function readIfThere(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** The values of another file; undefined if they cannot be known. */
type ValuesOf = (file: string) => Record<string, unknown> | undefined;

function readFile(file: string, bytes: Uint8Array, valuesOf: ValuesOf): ReadFile {
  const { text, isUtf8 } = decode(bytes);
  const unread = { isMended: true, places: new Map(), values: undefined };
  if (text.trim() === "") return { ...unread, slips: [{ line: 1, text: say.empty(file) }] };
  const marks = [...text.matchAll(/^[ \t]*<{7}/gm)].map(({ index }) => lineAt(text, index));
  if (marks.length > 0)
    return { ...unread, slips: marks.map((line) => ({ line, text: say.merge })) };
  const encoding = isUtf8 ? [] : [{ line: 1, text: say.notUtf8 }];
  const { source, slips } = mendSlips(text);
  if (source === undefined) return { ...unread, slips: [...encoding, ...slips] };
  const read = readTree(file, source, valuesOf);
  return { ...read, slips: [...encoding, ...slips, ...read.slips], isMended: source !== text };
}

/**
 * Reads what an editor has saved. The decoder leaves out the mark that Notepad of Windows puts at the beginning of
 * "UTF-8 com BOM". In another encoding the words are read all the same, so that no mistake is told twice.
 */
function decode(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), isUtf8: true };
  } catch {
    // UTF-16 begins with a mark of two bytes. Without it, the file is of the older encoding of Windows, "ANSI".
    const isBig = bytes[0] === 0xfe && bytes[1] === 0xff;
    const isLittle = bytes[0] === 0xff && bytes[1] === 0xfe;
    const encoding = isLittle ? "utf-16le" : "windows-1252";
    const text = new TextDecoder(isBig ? "utf-16be" : encoding).decode(bytes);
    return { text, isUtf8: false };
  }
}

type Statement = ReturnType<typeof parse>["program"]["body"][number];
type Declaration = NonNullable<
  Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]
>;
type Import = Extract<Statement, { type: "ImportDeclaration" }>;
type Expression = NonNullable<
  Extract<Declaration, { type: "VariableDeclaration" }>["declarations"][number]["init"]
>;

type Group = Extract<Expression, { type: "ObjectExpression" }>;

/** A value and its place. */
type Read = { value: unknown; place: Place };

/** What is known of a file while its tree is read. `isKnown`: all its values can be known. */
type Reading = {
  file: string;
  source: string;
  valuesOf: ValuesOf;
  slips: Slip[];
  imported: Set<string>;
  missing: Set<string>;
  isKnown: boolean;
};

function readTree(file: string, source: string, valuesOf: ValuesOf): Omit<ReadFile, "isMended"> {
  const places = new Map<string, Place>();
  const values: Record<string, unknown> = {};
  const sets = { imported: new Set<string>(), missing: new Set<string>() };
  const reading: Reading = { file, source, valuesOf, slips: [], ...sets, isKnown: true };
  for (const statement of parse(source).program.body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (statement.type === "ImportDeclaration") readImport(reading, statement);
    else if (declaration?.type === "VariableDeclaration" && declaration.kind === "const")
      for (const { id, init } of declaration.declarations) {
        if (id.type !== "Identifier" || !init) continue;
        if (places.has(id.name)) tell(reading, 1, say.broken(file));
        const { value, place } = readValue(reading, init);
        places.set(id.name, { ...place, line: lineAt(source, id.start) });
        values[id.name] = value;
      }
    else notPlain(reading, statement.start);
  }
  for (const name of reading.missing)
    tell(reading, 1, say.missingImport(`import { ${name} } from "./${name}.ts";`));
  return { slips: reading.slips, places, values: reading.isKnown ? values : undefined };
}

function tell({ slips }: Reading, line: number, text: string): void {
  slips.push({ line, text });
}

function notPlain(reading: Reading, start: number): Read {
  const line = lineAt(reading.source, start);
  reading.isKnown = false;
  tell(reading, line, say.notPlain(reading.file));
  return { value: undefined, place: { line, inside: new Map() } };
}

/** A value comes from the file with its name, and no name is imported twice. */
function readImport(reading: Reading, statement: Import): void {
  for (const { local } of statement.specifiers) {
    const isRight =
      statement.importKind === "type" || statement.source.value === `./${local.name}.ts`;
    if (!isRight || reading.imported.has(local.name)) tell(reading, 1, say.broken(reading.file));
    reading.imported.add(local.name);
  }
}

/** A word without quotes becomes a symbol, which no shape accepts. */
function readValue(reading: Reading, tree: Expression): Read {
  const { source } = reading;
  const place: Place = { line: lineAt(source, tree.start), inside: new Map() };
  switch (tree.type) {
    case "CallExpression": {
      const [words] = tree.arguments;
      const isFilled = tree.callee.type === "Identifier" && tree.callee.name === "filled";
      if (!isFilled || tree.arguments.length > 1 || !words || words.type === "SpreadElement") break;
      if (!reading.imported.has("filled")) reading.missing.add("filled");
      return readValue(reading, words);
    }
    case "TSSatisfiesExpression":
    case "TSAsExpression":
    case "ParenthesizedExpression":
      return readValue(reading, tree.expression);
    case "ObjectExpression":
      return readGroup(reading, tree, place);
    case "ArrayExpression": {
      const value = tree.elements.map((item, index) => {
        const isItem = item && item.type !== "SpreadElement";
        const read = isItem ? readValue(reading, item) : notPlain(reading, tree.start);
        place.inside.set(index, read.place);
        return read.value;
      });
      return { value, place };
    }
    case "Identifier":
      return { value: Symbol(tree.name), place };
    case "MemberExpression": {
      const word = source.slice(tree.start, tree.end);
      const [root = "", ...path] = word.split(".");
      if (!/^[a-z]\w*(\.\w+)+$/i.test(word)) break;
      if (!reading.imported.has(root)) reading.missing.add(root);
      const others = reading.valuesOf(`${root}.ts`);
      if (!others) reading.isKnown = false;
      return { value: valueAt(others?.[root], path), place: { ...place, word } };
    }
    case "TemplateLiteral":
      if (tree.expressions.length > 0) tell(reading, place.line, say.code);
      return { value: tree.quasis.map(({ value }) => value.cooked).join(""), place };
    case "UnaryExpression":
      if (tree.operator === "-" && tree.argument.type === "Literal")
        return { value: -Number(tree.argument.value), place };
      break;
    case "Literal":
      if (["string", "number", "boolean"].includes(typeof tree.value))
        return { value: tree.value, place };
      break;
    default:
  }
  return notPlain(reading, tree.start);
}

function readGroup(reading: Reading, { properties }: Group, place: Place): Read {
  const value: Record<string, unknown> = {};
  for (const property of properties) {
    const line = lineAt(reading.source, property.start);
    const name = property.type === "Property" && !property.computed ? nameOf(property.key) : "";
    if (property.type !== "Property" || property.kind !== "init" || name === "")
      notPlain(reading, property.start);
    else if (place.inside.has(name)) tell(reading, line, say.twice(name));
    else {
      const read = readValue(reading, property.value);
      place.inside.set(name, { ...read.place, line });
      value[name] = read.value;
      if (property.shorthand) tell(reading, line, say.noValue(name));
    }
  }
  return { value, place };
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return value;
  return typeof value === "object" && value !== null
    ? valueAt(Reflect.get(value, name), rest)
    : undefined;
}

function nameOf(key: { type: string; name?: unknown; value?: unknown }): string {
  return key.type === "Identifier" ? String(key.name) : String(key.value);
}
