import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findOriginal, findSample, unusedOriginals } from "./originals.ts";
import { picturesOfThePage } from "./picture-list.ts";

const names = ["depoimento-1", "depoimento-2", "aula-trauma", "social"];

test("an original is found by its name, whatever its format and the case of its ending", async () => {
  const folder = await folderWith("depoimento-1.JPG", "apresentacao.webp");
  expect(findOriginal(folder, "depoimento-1")).toBe("depoimento-1.JPG");
  expect(findOriginal(folder, "apresentacao")).toBe("apresentacao.webp");
  expect(findOriginal(folder, "depoimento-10")).toBeUndefined();
});

test("every picture of the page but the drawn preview has a sample", () => {
  const samples = picturesOfThePage()
    .filter(({ kind }) => kind === "picture")
    .map(({ name }) => findSample("scripts/pictures/samples", name));
  expect(samples).toContain("scripts/pictures/samples/depoimento-1.webp");
  expect(samples.filter((file) => !existsSync(file))).toEqual([]);
});

test.each([
  "aula-trauma.png",
  "depoimento-01.jpg",
  "Depoimento 2.png",
  "depoimento-10.jpg",
  "aula-trauma.HEIC",
])("the owner reads with which names %s could be used", async (file) => {
  const folder = await folderWith(file, "aula-trauma.jpg", "social.jpg", ".DS_Store");
  const sentence = `${join(folder, file)} não é usado. Salve a imagem como JPG ou PNG com um destes nomes, ou apague o arquivo: depoimento-1, depoimento-2, aula-trauma, social.`;
  expect(unusedOriginals(folder, names)).toEqual([sentence]);
});

async function folderWith(...files: string[]): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of files) writeFileSync(join(folder, file), "");
  return folder;
}
