import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { makePictures, renewKeptVersions } from "./make-pictures.ts";
import { pictureFindings } from "./picture-findings.ts";
import type { PlannedPicture } from "./picture-list.ts";
import { type Folders, readRecord } from "./picture-record.ts";

const size = { kind: "picture", width: 72, height: 90, ratio: "4:5" } as const;
const ana: PlannedPicture = { name: "depoimento-1", ...size };
const bia: PlannedPicture = { name: "depoimento-2", ...size };

test("a testimonial that was taken back leaves the folder of the page's pictures and their record, and the command says so", async () => {
  const folders = await emptyFolders();
  await photo(folders, "depoimento-1.jpg");
  await photo(folders, "depoimento-2.jpg");
  expect(await makePictures(quiet, [ana, bia], folders)).toEqual([]);
  const said: string[] = [];
  await makePictures((line) => said.push(line), [ana], folders);
  expect(filesIn(folders)).toEqual([
    "depoimento-1-36.avif",
    "depoimento-1-72.avif",
    "depoimento-1-72.jpg",
  ]);
  expect([...readRecord(folders.record).keys()]).toEqual(["depoimento-1"]);
  expect(said.join("\n")).toMatch(/depoimento-2-72\.jpg: apagado, porque a página não usa mais/);
});

test("a version kept aside loses a picture that was taken back, and gets the picture that replaced another", async () => {
  const folder = await temporaryFolder();
  const kept = join(folder, "versions", "a", "dist", "pictures");
  const made = join(folder, "made");
  for (const one of [kept, made]) mkdirSync(one, { recursive: true });
  for (const file of ["taken-back.jpg", "replaced.jpg", "same.jpg"])
    writeFileSync(join(kept, file), "old");
  writeFileSync(join(made, "replaced.jpg"), "new");
  writeFileSync(join(made, "same.jpg"), "old");
  await renewKeptVersions(join(folder, "versions"), made);
  expect(readdirSync(kept).sort()).toEqual(["replaced.jpg", "same.jpg"]);
  expect(readFileSync(join(kept, "replaced.jpg"), "utf8")).toBe("new");
});

test("a picture whose original was taken back is a mistake until it is the sample again", async () => {
  const folders = await emptyFolders();
  await photo(folders, "depoimento-1.jpg");
  await makePictures(quiet, [ana], folders);
  expect(pictureFindings([ana], folders).mistakes).toEqual([]);
  rmSync(join(folders.originals, "depoimento-1.jpg"));
  expect(pictureFindings([ana], folders).mistakes).toEqual([
    expect.stringContaining("Rode npm run pictures."),
  ]);
  const before = readFileSync(join(folders.made, "depoimento-1-72.jpg"));
  await makePictures(quiet, [ana], folders);
  expect(readFileSync(join(folders.made, "depoimento-1-72.jpg")).equals(before)).toBe(false);
  expect(pictureFindings([ana], folders).mistakes).toEqual([]);
});

test("a picture is made again only when its original has changed or a file of it is missing", async () => {
  const folders = await emptyFolders();
  await photo(folders, "depoimento-1.jpg");
  await makePictures(quiet, [ana], folders);
  const file = join(folders.made, "depoimento-1-72.jpg");
  const { mtimeMs } = statSync(file);
  const said: string[] = [];
  await makePictures((line) => said.push(line), [ana], folders);
  expect(said).toEqual(["Imagens sem mudança: 1."]);
  expect(statSync(file).mtimeMs).toBe(mtimeMs);
  const whole = readFileSync(file);
  rmSync(file);
  await makePictures(quiet, [ana], folders);
  expect(readFileSync(file).equals(whole)).toBe(true);
});

test("all mistakes are told at once, and a picture with a mistake keeps the files that it had", async () => {
  const folders = await emptyFolders();
  await photo(folders, "depoimento-1.jpg");
  await makePictures(quiet, [ana, bia], folders);
  const before = readFileSync(join(folders.made, "depoimento-1-72.jpg"));
  writeFileSync(join(folders.originals, "depoimento-1.jpg"), "no picture");
  await photo(folders, "depoimento-2.jpg", 30, 37);
  await photo(folders, "depoimento-01.jpg");
  const sentences = await makePictures(quiet, [ana, bia], folders);
  expect(sentences.map((one) => one.replaceAll(folders.originals, "content/pictures"))).toEqual([
    "content/pictures/depoimento-1.jpg está com defeito ou não é uma imagem. Abra-o num editor de imagens, salve de novo como JPG ou PNG e troque o arquivo.",
    "content/pictures/depoimento-2.jpg tem 30 × 37 pixels e ficaria sem nitidez. Use uma imagem de pelo menos 72 × 90.",
    expect.stringMatching(/^content\/pictures\/depoimento-01\.jpg não é usado/),
  ]);
  expect(readFileSync(join(folders.made, "depoimento-1-72.jpg")).equals(before)).toBe(true);
});

async function emptyFolders(): Promise<Folders> {
  const folder = await temporaryFolder();
  const originals = join(folder, "originals");
  mkdirSync(originals);
  const samples = "scripts/pictures/samples";
  return { originals, samples, made: join(folder, "made"), record: join(folder, "made.json") };
}

async function photo({ originals }: Folders, file: string, width = 144, height = 180) {
  const background = { r: file.length * 9, g: 90, b: 200 };
  await sharp({ create: { width, height, channels: 3, background } }).toFile(join(originals, file));
}

function filesIn({ made }: Folders): string[] {
  return existsSync(made) ? readdirSync(made).sort() : [];
}

function quiet(): void {}
