import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** One change of an owner: a text in a file of `content/`, and the text that takes its place. */
export type Edit = { file: string; from: string | RegExp; to: string };

/** Makes the edits in a copy of the repository. Fails when a file does not contain a text, because then the edit is not made. */
export function makeEdits(folder: string, edits: readonly Edit[]): void {
  for (const { file, from, to } of edits) {
    const path = join(folder, "content", file);
    const text = readFileSync(path, "utf8");
    const edited = text.replace(from, () => to);
    if (edited === text)
      throw new Error(`content/${file} does not contain ${from}: correct the edit.`);
    writeFileSync(path, edited);
  }
}

/** Changes a quoted text, wherever the formatter put its line break. */
export function words(file: string, from: string, to: string): Edit {
  return { file, from: `"${from}"`, to: `"${to}"` };
}
