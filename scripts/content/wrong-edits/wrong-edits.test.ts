import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as v from "valibot";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { findMistakes } from "#scripts/content/find-mistakes.ts";

const here = import.meta.dirname;
/** A copy of files of `content/`, so that the owner's edits leave these tests alone. */
const frozen = join(here, "frozen");
const EditShape = v.strictObject({
  file: v.string(),
  from: v.string(),
  to: v.string(),
  says: v.array(v.string()),
});
/** Edits as an owner would make them, and every sentence that each of them gives. */
const edits = v.parse(
  v.array(EditShape),
  JSON.parse(await readFile(join(here, "edits.json"), "utf8")),
);

let folder = "";
const sources = new Map<string, string>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "content-"));
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(frozen)) {
    const file = name.replace(/\.txt$/, "");
    sources.set(file, await readFile(join(frozen, name), "utf8"));
    await restore(file);
  }
});

afterAll(() => rm(folder, { recursive: true }));

test("without an edit there is no mistake", async () => {
  expect(await mistakes()).toEqual([]);
});

test("there are forty edits or more", () => {
  expect(edits.length).toBeGreaterThanOrEqual(40);
});

test.each(edits)("$file: $from becomes $to", async ({ file, from, to, says }) => {
  const source = sources.get(file) ?? "";
  expect(source).toContain(from);
  onTestFinished(() => restore(file));
  await writeFile(join(folder, file), source.replace(from, to));
  expect(await mistakes()).toEqual(says);
});

test("mistakes of several files are told at once", async () => {
  await writeFile(join(folder, "hero.ts"), "export const hero = filled<Hero>({");
  await writeFile(
    join(folder, "launch.ts"),
    sources.get("launch.ts")?.replace("hour: 20", "hour: 24") ?? "",
  );
  const files = (await mistakes()).map((sentence) => sentence.split(":")[0]);
  expect(new Set(files)).toEqual(new Set(["content/hero.ts", "content/launch.ts"]));
  await restore("hero.ts");
  await restore("launch.ts");
});

async function restore(file: string): Promise<void> {
  await writeFile(join(folder, file), sources.get(file) ?? "");
}

/** The sentences about the copied files: the others are not in the folder. */
async function mistakes(): Promise<string[]> {
  const all = await findMistakes(folder);
  return all.filter((sentence) =>
    [...sources.keys()].some((file) => sentence.startsWith(`content/${file}:`)),
  );
}
