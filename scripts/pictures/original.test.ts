import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findOriginals, findSample, findUnused } from "./original.ts";
import { picturesOfThePage } from "./picture-list.ts";

const first = { kind: "picture", name: "depoimento-1" } as const;

test("without the folder there are no originals", () => {
  expect(findOriginals("no/such/folder", first)).toEqual([]);
  expect(findUnused("no/such/folder", [first])).toEqual([]);
});

test("an original is found by its name, whatever its format and the case of its ending", async () => {
  const folder = await folderWith("depoimento-1.JPG", "apresentacao.webp");
  expect(findOriginals(folder, first)).toEqual(["depoimento-1.JPG"]);
  expect(findOriginals(folder, { ...first, name: "apresentacao" })).toEqual(["apresentacao.webp"]);
  expect(findOriginals(folder, { ...first, name: "depoimento-10" })).toEqual([]);
});

test("a folder and a link to nowhere are no originals, and a link to a file is one", async () => {
  const folder = await folderWith("elsewhere.bin");
  symlinkSync("elsewhere.bin", join(folder, "depoimento-1.jpg"));
  symlinkSync("nowhere", join(folder, "depoimento-1.png"));
  mkdirSync(join(folder, "depoimento-1.webp"));
  expect(findOriginals(folder, first)).toEqual(["depoimento-1.jpg"]);
  expect(findUnused(folder, [first])).toEqual(["elsewhere.bin"]);
});

test("every picture of the page but the drawn preview has a sample", () => {
  const samples = picturesOfThePage()
    .filter(({ kind }) => kind === "picture")
    .map((picture) => findSample("scripts/pictures/samples", picture));
  expect(samples).toContain("scripts/pictures/samples/depoimento-1.webp");
  expect(samples.filter((file) => !existsSync(file))).toEqual([]);
});

test.each([
  ["aula-nova", "aula"],
  ["depoimento-10", "depoimento"],
  ["ana", "depoimento"],
])("the new picture %s gets the general sample %s", (name, sample) => {
  const file = findSample("scripts/pictures/samples", { ...first, name });
  expect(file).toBe(`scripts/pictures/samples/${sample}.webp`);
  expect(existsSync(file)).toBe(true);
});

async function folderWith(...files: string[]): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of files) writeFileSync(join(folder, file), "");
  return folder;
}
