import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { findOriginals, findSample, unusedOriginals } from "./originals.ts";
import { picturesOfThePage } from "./picture-list.ts";

const first = "depoimento-1";
const names = ["depoimento-1", "depoimento-2", "aula-trauma", "social"];

test("an original is found by its name, whatever its format and the case of its ending", async () => {
  const folder = await folderWith("depoimento-1.JPG", "apresentacao.webp");
  expect(findOriginals(folder, first)).toEqual(["depoimento-1.JPG"]);
  expect(findOriginals(folder, "apresentacao")).toEqual(["apresentacao.webp"]);
  expect(findOriginals(folder, "depoimento-10")).toEqual([]);
});

test("every picture of the page but the drawn preview has a sample", () => {
  const samples = picturesOfThePage()
    .filter(({ kind }) => kind === "picture")
    .map(({ name }) => findSample("scripts/pictures/samples", name));
  expect(samples).toContain("scripts/pictures/samples/depoimento-1.webp");
  expect(samples.filter((file) => !existsSync(file))).toEqual([]);
});

test.each([
  ["depoimento-01.jpg", /mude o nome do arquivo para depoimento-1\.jpg\.$/],
  ["Depoimento 2.png", /mude o nome do arquivo para depoimento-2\.png\.$/],
  ["depoimento-1 .JPG", /mude o nome do arquivo para depoimento-1\.jpg\.$/],
  ["aula-traumas.jpg", /mude o nome do arquivo para aula-trauma\.jpg\.$/],
  ["depoimento-10.jpg", /escreva o nome na lista de content\/testimonials\.ts/],
  ["IMG_4411.HEIC", /é uma foto HEIC.*salve como JPG/],
  ["depoimento-1.pdf", /não é uma imagem que este comando consiga ler/],
])("the owner reads what to do with %s", async (file, sentence) => {
  const folder = await folderWith(file, "social.jpg", ".DS_Store");
  expect(unusedOriginals(folder, names)).toEqual([expect.stringMatching(sentence)]);
});

async function folderWith(...files: string[]): Promise<string> {
  const folder = await temporaryFolder();
  for (const file of files) writeFileSync(join(folder, file), "");
  return folder;
}
