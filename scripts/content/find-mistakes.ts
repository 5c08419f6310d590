import type { GenericSchema } from "valibot";
import { files } from "#content/shapes/files.ts";
import { slips } from "#phrases/content/slips.ts";
import { values } from "#phrases/content/values.ts";
import { checkAcross } from "./check-across.ts";
import { checkValue } from "./check-value.ts";
import type { ReadFile } from "./read/read-file.ts";
import type { Slip } from "./read/value.ts";
import { readContent } from "./read-content.ts";

/**
 * All mistakes in the files of the folder, each as one sentence in Portuguese with its file and line. The files are
 * read again at each call, and nothing in them is run.
 */
export async function findMistakes(folder: string): Promise<string[]> {
  const content = await readContent(folder);
  const across = checkAcross(content);
  return Object.entries(files).flatMap(([file, shapes]) => {
    const read = content.get(file);
    const found = read ? mistakesIn(read, shapes) : [{ line: 1, text: slips.missingFile }];
    const others = across.filter((one) => one.file === file).flatMap((one) => one.slips);
    return inOrder([...found, ...others]).map(({ line, text }) =>
      values.inFile(`content/${file}`, text, line),
    );
  });
}

/** The mistakes of one file: those in how it is written, and those in its values. */
export function mistakesIn(
  { exports, slips: found, broken }: ReadFile,
  shapes: Record<string, GenericSchema>,
): Slip[] {
  const wrong = Object.entries(shapes).flatMap(([name, shape]) => {
    const exported = exports.find((one) => one.name === name);
    return exported
      ? checkValue(shape, exported, broken !== undefined)
      : [{ line: 1, text: slips.missingExport(name) }];
  });
  const linesWithSlips = new Set(found.map(({ line }) => line));
  const all = [...found, ...wrong.filter(({ line }) => !linesWithSlips.has(line))];
  return broken && all.length === 0 ? [broken] : all;
}

/** A value that two exports share would be told twice. */
function inOrder(found: Slip[]): Slip[] {
  const unique = new Map(found.map((slip) => [`${slip.line} ${slip.text}`, slip]));
  return [...unique.values()].sort((one, other) => one.line - other.line);
}
