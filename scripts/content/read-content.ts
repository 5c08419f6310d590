import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseSync, runnerImport } from "vite";
import { mendNumbers, mendSigns } from "./mend-slips.ts";
import { type Slip, unreadable } from "./tokens.ts";

/** Where a value stands in its file, and where all that is in it stands. `word`: it is the name of another value. */
export type Place = { line: number; word?: string; inside: Map<string | number, Place> };

/** What a file says. `isMended`: what lacks may be a consequence of a slip. */
type FileText = { slips: Slip[]; isMended: boolean; places: Map<string, Place> };

/** `values` are undefined if the file could not be run. */
export type ReadFile = FileText & { values: Record<string, unknown> | undefined };

/** `source` is how the file would be without its slips; undefined if that cannot be said. */
type Written = FileText & { source: string | undefined };

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
};

/**
 * Reads the files of the folder, and runs them as the build does. What is checked is what will be published, but for the
 * names in braces, which stay as they are written. A file that does not exist has no entry.
 */
export async function readContent(
  folder: string,
  names: readonly string[],
): Promise<Map<string, ReadFile>> {
  const written = new Map<string, Written>();
  for (const name of names) {
    const bytes = await readFile(join(folder, name)).catch(() => undefined);
    if (bytes) written.set(name, readWritten(name, bytes));
  }
  const values = await runFiles(folder, written);
  return new Map(
    [...written].map(([name, { source: _, ...read }]) => [
      name,
      { ...read, values: values.get(name) },
    ]),
  );
}

/** Runs the files with their slips mended, each alone: a file that fails does not hide the others. */
async function runFiles(
  folder: string,
  written: Map<string, Written>,
): Promise<Map<string, Record<string, unknown>>> {
  const entry = "\0content-files";
  const filled = "\0filled";
  const sources = new Map(
    [...written].map(([name, { source }]) => [resolve(folder, name).replaceAll("\\", "/"), source]),
  );
  const imports = [...sources]
    .filter(([, source]) => source !== undefined)
    .map(
      ([path]) => `import(${JSON.stringify(path)}).then((file) => ({ ...file }), () => undefined)`,
    );
  const loaded = new Map<string, string>([
    [entry, `export const values = await Promise.all([${imports.join(",\n")}]);`],
    [filled, "export const filled = (words) => words;"],
  ]);
  const { module } = await runnerImport<{ values: (Record<string, unknown> | undefined)[] }>(
    "content-files",
    {
      configFile: false,
      logLevel: "silent",
      plugins: [
        {
          name: "content-files",
          enforce: "pre",
          resolveId: (id) => ({ "content-files": entry, "./filled.ts": filled })[id],
          load: (id) => loaded.get(id) ?? sources.get(id),
        },
      ],
    },
  );
  const names = [...written].filter(([, { source }]) => source !== undefined);
  return new Map(
    names.flatMap(([name], index) => {
      const values = module.values[index];
      return values ? [[name, values] as const] : [];
    }),
  );
}

function readWritten(file: string, bytes: Uint8Array): Written {
  const { text, isUtf8 } = decode(bytes);
  const none = { isMended: true, places: new Map(), source: undefined };
  if (text.trim() === "") return { ...none, slips: [{ line: 1, text: say.empty(file) }] };
  const marks = [...text.matchAll(/^[ \t]*<{7}/gm)].map(({ index }) => lineAt(text, index));
  if (marks.length > 0) return { ...none, slips: marks.map((line) => ({ line, text: say.merge })) };
  const slips = isUtf8 ? [] : [{ line: 1, text: say.notUtf8 }];
  const numbers = mendNumbers(text);
  const first = parse(numbers.source);
  if (first.errors.length === 0) {
    const read = readTree(file, numbers.source, first.program);
    const all = [...slips, ...numbers.slips, ...read.slips];
    return { ...read, slips: all, isMended: numbers.slips.length > 0 };
  }
  const signs = mendSigns(numbers.source);
  const second = parse(signs.source);
  const found = [...slips, ...numbers.slips, ...signs.slips];
  if (second.errors.length > 0) {
    const [label] = first.errors[0]?.labels ?? [];
    const broken = { line: lineAt(numbers.source, label?.start ?? 0), text: unreadable };
    return { ...none, slips: found.length > 0 ? found : [broken] };
  }
  const read = readTree(file, signs.source, second.program);
  return { ...read, slips: [...found, ...read.slips], isMended: true };
}

function parse(source: string) {
  return parseSync("content.ts", source, { lang: "ts" });
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

function lineAt(source: string, index: number): number {
  return source.slice(0, index).split("\n").length;
}

type Program = ReturnType<typeof parse>["program"];
type Statement = Program["body"][number];
type Declaration = NonNullable<
  Extract<Statement, { type: "ExportNamedDeclaration" }>["declaration"]
>;
type Expression = NonNullable<
  Extract<Declaration, { type: "VariableDeclaration" }>["declarations"][number]["init"]
>;

type Edit = { start: number; end: number; text: string };

/**
 * Finds the place of each value in the syntax tree. A file with more than values is not run. A word without quotes
 * becomes a symbol, which no shape accepts, and a missing import is added: so the file can be run and checked.
 */
function readTree(file: string, source: string, { body }: Program): Omit<Written, "isMended"> {
  const slips: Slip[] = [];
  const places = new Map<string, Place>();
  const edits: Edit[] = [];
  const imported = new Set<string>();
  const missing = new Set<string>();
  let isPlain = true;

  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : null;
    if (statement.type === "ImportDeclaration" && statement.source.value.startsWith("./"))
      for (const { local } of statement.specifiers) imported.add(local.name);
    else if (declaration?.type === "VariableDeclaration" && declaration.kind === "const")
      for (const { id, init } of declaration.declarations) {
        if (id.type === "Identifier" && init)
          places.set(id.name, { ...placeOf(init), line: lineAt(source, id.start) });
      }
    else notPlain(statement.start);
  }
  for (const name of missing)
    slips.push({ line: 1, text: say.missingImport(`import { ${name} } from "./${name}.ts";`) });
  return { slips, places, source: isPlain ? runnable(source, edits, [...missing]) : undefined };

  function notPlain(start: number): void {
    isPlain = false;
    slips.push({ line: lineAt(source, start), text: say.notPlain(file) });
  }

  function placeOf(tree: Expression): Place {
    const line = lineAt(source, tree.start);
    const inside = new Map<string | number, Place>();
    switch (tree.type) {
      case "CallExpression": {
        const [words] = tree.arguments;
        const isFilled = tree.callee.type === "Identifier" && tree.callee.name === "filled";
        if (!isFilled || tree.arguments.length > 1 || !words || words.type === "SpreadElement")
          break;
        if (!imported.has("filled")) missing.add("filled");
        return placeOf(words);
      }
      case "TSSatisfiesExpression":
      case "TSAsExpression":
      case "ParenthesizedExpression":
        return placeOf(tree.expression);
      case "ObjectExpression":
        for (const property of tree.properties) {
          const name =
            property.type === "Property" && !property.computed ? nameOf(property.key) : "";
          if (property.type !== "Property" || property.kind !== "init" || name === "")
            notPlain(property.start);
          else if (inside.has(name))
            slips.push({ line: lineAt(source, property.start), text: say.twice(name) });
          else {
            const at = lineAt(source, property.start);
            inside.set(name, { ...placeOf(property.value), line: at });
            if (!property.shorthand) continue;
            slips.push({ line: at, text: say.noValue(name) });
            // The word is a symbol by now, and gets its name again.
            edits.push({ start: property.start, end: property.start, text: `${name}: ` });
          }
        }
        return { line, inside };
      case "ArrayExpression":
        for (const [index, item] of tree.elements.entries())
          if (item && item.type !== "SpreadElement") inside.set(index, placeOf(item));
          else notPlain(item?.start ?? tree.start);
        return { line, inside };
      case "Identifier":
        edits.push({
          start: tree.start,
          end: tree.end,
          text: `Symbol(${JSON.stringify(tree.name)})`,
        });
        return { line, inside };
      case "MemberExpression": {
        const word = source.slice(tree.start, tree.end);
        if (!/^[a-z]\w*(\.\w+)+$/i.test(word)) break;
        const [root = ""] = word.split(".");
        if (!imported.has(root)) missing.add(root);
        return { line, word, inside };
      }
      case "TemplateLiteral":
        if (tree.expressions.length > 0) slips.push({ line, text: say.code });
        return { line, inside };
      case "UnaryExpression":
        if (tree.operator === "-" && tree.argument.type === "Literal") return { line, inside };
        break;
      case "Literal":
        if (["string", "number", "boolean"].includes(typeof tree.value)) return { line, inside };
        break;
      default:
    }
    notPlain(tree.start);
    return { line, inside };
  }
}

/** The source with these edits, and with the missing imports in its first line. */
function runnable(source: string, edits: Edit[], missing: string[]): string {
  const imports = missing.map((name) => `import { ${name} } from "./${name}.ts"; `).join("");
  let text = source;
  for (const edit of edits.sort((one, other) => other.start - one.start))
    text = text.slice(0, edit.start) + edit.text + text.slice(edit.end);
  return imports + text;
}

function nameOf(key: { type: string; name?: unknown; value?: unknown }): string {
  return key.type === "Identifier" ? String(key.name) : String(key.value);
}
