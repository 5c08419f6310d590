import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { unusedOriginals } from "./unused-originals.ts";

const planned = ["depoimento-1", "depoimento-2", "aula-trauma", "social"].map((name) => ({
  kind: "picture" as const,
  name,
}));

test.each([
  ["depoimento-01.jpg", /mude o nome do arquivo para depoimento-1\.jpg\.$/],
  ["Depoimento 2.png", /mude o nome do arquivo para depoimento-2\.png\.$/],
  ["depoimento-1 .JPG", /mude o nome do arquivo para depoimento-1\.jpg\.$/],
  ["aula-traumas.jpg", /mude o nome do arquivo para aula-trauma\.jpg\.$/],
  ["depoimento-10.jpg", /escreva o nome na lista de content\/testimonials\.ts/],
  ["IMG_4411.HEIC", /é uma foto HEIC.*salve como JPG/],
  ["depoimento-1.pdf", /não é uma imagem que este comando consiga ler/],
])("the owner reads what to do with %s", async (file, sentence) => {
  const folder = await temporaryFolder();
  for (const one of [file, "social.jpg", ".DS_Store"]) writeFileSync(join(folder, one), "");
  expect(unusedOriginals(folder, planned)).toEqual([expect.stringMatching(sentence)]);
});
