import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const lines = readFileSync("tests/promises.md", "utf8").trimEnd().split("\n");
/** The promises without their subject, and the tests that show each promise. */
const rows = lines
  .filter((line) => /^\| (?!promise )/.test(line))
  .map((line) => line.replace(/^\| (\*\*[^*]+\*\* )?| \|$/g, "").split(" | "));

test("the list of promises has at most 200 lines, and each promise once", () => {
  expect(lines.length).toBeLessThanOrEqual(200);
  const promises = rows.map(([promise]) => promise);
  expect(promises.length).toBeGreaterThan(100);
  expect(promises).toEqual([...new Set(promises)]);
});

test("each promise names a test that is there, or says why none is", () => {
  const missing = rows.flatMap(([promise = "", shownBy = ""]) => {
    if (/^~~.+~~$/.test(promise)) return [];
    const files = [...shownBy.matchAll(/`([\w-]+\/[^`]+)`((?:,? "[^"]+")*)/g)];
    if (files.length === 0 && !shownBy.startsWith("no test: ")) return [promise];
    return files.flatMap(([, file = "", quoted = ""]) => {
      if (!existsSync(file)) return [file];
      const words = [...quoted.matchAll(/"([^"]+)"/g)].map(([, some = ""]) => some);
      return words.filter((some) => !readFileSync(file, "utf8").includes(some));
    });
  });
  expect(missing).toEqual([]);
});
