import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findOriginal, findSample, strayOriginals } from "./original.ts";
import { picturesOfThePage } from "./picture-list.ts";

test("without the folder there are no originals", () => {
  expect(findOriginal("no/such/folder", "depoimento-1")).toBeUndefined();
  expect(strayOriginals("no/such/folder", ["depoimento-1"])).toEqual([]);
});

test("an original is found by its name, whatever its format and the case of its ending", () => {
  const folder = folderWith("depoimento-1.JPG", "apresentacao.webp");
  expect(findOriginal(folder, "depoimento-1")).toBe("depoimento-1.JPG");
  expect(findOriginal(folder, "apresentacao")).toBe("apresentacao.webp");
  expect(findOriginal(folder, "depoimento-10")).toBeUndefined();
});

test("a file with an unknown name or an unreadable format is reported as unused", () => {
  const folder = folderWith("depoimento-01.jpg", "depoimento-1.heic", "social.png", ".DS_Store");
  const names = ["depoimento-1", "social"];
  expect(strayOriginals(folder, names).sort()).toEqual(["depoimento-01.jpg", "depoimento-1.heic"]);
});

test("every picture of the page has a sample", () => {
  const samples = picturesOfThePage().map(({ name }) =>
    findSample("scripts/pictures/samples", name),
  );
  expect(samples).toContain("scripts/pictures/samples/depoimento-1.webp");
  expect(samples.filter((file) => !existsSync(file))).toEqual([]);
});

test.each([
  ["aula-nova", "aula"],
  ["depoimento-10", "depoimento"],
])("the new picture %s gets the general sample %s", (name, sample) => {
  const file = findSample("scripts/pictures/samples", name);
  expect(file).toBe(`scripts/pictures/samples/${sample}.webp`);
  expect(existsSync(file)).toBe(true);
});

function folderWith(...files: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "originals-"));
  for (const file of files) writeFileSync(join(folder, file), "");
  return folder;
}
