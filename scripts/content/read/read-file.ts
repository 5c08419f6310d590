import { parseSync } from "vite";
import { slips } from "#phrases/content/slips.ts";
import { cursorOver } from "./cursor.ts";
import { readTree } from "./read-tree.ts";
import { readWhole } from "./read-value.ts";
import { tokenize } from "./tokenize.ts";
import type { Exported, Slip } from "./value.ts";

/**
 * What a file of `content/` says, read from its text: the file is not run. `broken` is where the parser stopped; it is
 * told only if nothing better is known.
 */
export type ReadFile = { exports: Exported[]; slips: Slip[]; broken?: Slip };

/** The beginning of a value: `export const hero = filled<Hero>(` or `export const launch: Launch = `. */
const beginning = /^export const (\w+)(?:: ?\w+)? = ?(filled(?:<\w+>)?\()?/gm;

/**
 * Reads a file of `content/`. A file without slips is read from its syntax tree. The parser stops at the first slip, in
 * English, so a broken file is read by a reader that knows the usual slips and goes on after them.
 */
export function readContentFile(source: string): ReadFile {
  const { program, errors } = parseSync("content.ts", source, { lang: "ts" });
  const found = missingImports(source);
  const lineAt = (index: number) => source.slice(0, index).split("\n").length;
  if (errors.length === 0) return { exports: readTree(program, { lineAt, found }), slips: found };
  const exports = readBroken(source, lineAt, found);
  const [label] = errors[0]?.labels ?? [];
  const broken = { line: lineAt(label?.start ?? 0), text: slips.unreadable };
  return { exports, slips: found, broken };
}

/** Names that a file uses without the line that imports them: such a file parses, and fails when it runs. */
function missingImports(source: string): Slip[] {
  const used = [...source.matchAll(/= (filled)\b|: (launch|links)\./g)];
  return used
    .map(([, one, other]) => one ?? other ?? "")
    .filter((name) => !new RegExp(`^import \\{[^}]*\\b${name}\\b`, "m").test(source))
    .map((name) => ({
      line: 1,
      text: slips.missingImport(`import { ${name} } from "./${name}.ts";`),
    }));
}

function readBroken(source: string, lineAt: (index: number) => number, found: Slip[]): Exported[] {
  const starts = [...source.matchAll(beginning)];
  return starts.map((start, index) => {
    const from = start.index + start[0].length;
    const part = source.slice(from, starts[index + 1]?.index ?? source.length);
    const line = lineAt(from);
    const { tokens, slips: slipsInTexts } = tokenize(part, line);
    found.push(...slipsInTexts);
    return { name: start[1] ?? "", line, value: readWhole(cursorOver(tokens, found)) };
  });
}
