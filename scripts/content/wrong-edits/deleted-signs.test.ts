import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";
import { files } from "#content/shapes/files.ts";
import { slips } from "#phrases/content/slips.ts";
import { mistakesIn } from "#scripts/content/find-mistakes.ts";
import { readContentFile } from "#scripts/content/read/read-file.ts";

/** A copy of files of `content/`, so that the owner's edits leave these tests alone. */
const frozen = join(import.meta.dirname, "frozen");
/** The files without names of other files, which are not read here. */
const names = readdirSync(frozen).map((name) => name.replace(/\.txt$/, ""));

test.each(names)(
  "each quote, comma, colon or bracket that is deleted in %s gives its line",
  (name) => {
    const source = readFileSync(join(frozen, `${name}.txt`), "utf8");
    const unclear = deletions(source).flatMap(({ edited, line, written }) => {
      const found = mistakesIn(readContentFile(edited), files[name] ?? {});
      const isNear = found.some(
        (slip) => Math.abs(slip.line - line) <= 1 && slip.text !== slips.unreadable,
      );
      return isNear ? [] : `${line}: ${written}`;
    });
    expect(unclear).toEqual([]);
  },
);

/** The file without one of its signs, for each sign that it needs. */
function deletions(source: string) {
  const begin = source.indexOf("{", source.indexOf("export const"));
  return [...source].flatMap((sign, index) => {
    const edited = source.slice(0, index) + source.slice(index + 1);
    if (index <= begin || !'",:{}[]'.includes(sign) || parses(edited)) return [];
    const line = source.slice(0, index).split("\n").length;
    return { edited, line, written: `${sign} in ${source.split("\n")[line - 1]?.trim()}` };
  });
}

function parses(source: string): boolean {
  return parseSync("content.ts", source, { lang: "ts" }).errors.length === 0;
}
