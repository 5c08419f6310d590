import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { files } from "#content/shapes/files.ts";
import { findMistakes } from "./find-mistakes.ts";
import { plain } from "./plain.ts";
import { readContentFile } from "./read/read-file.ts";

const names = Object.keys(files);

test("content/ has no mistakes", async () => {
  expect(await findMistakes("content")).toEqual([]);
});

test("each file of words has a shape", async () => {
  const all = (await readdir("content")).filter((name) => /(?<!\.test)\.ts$/.test(name));
  expect(all.filter((name) => !["filled.ts", "paths.ts"].includes(name)).sort()).toEqual(names);
});

test("a folder without the files has one sentence for each", async () => {
  const sentences = await findMistakes("/nowhere");
  expect(sentences).toHaveLength(names.length);
  expect(sentences[0]).toBe(
    "content/audience.ts: o arquivo não existe. Desfaça a última alteração. (linha 1)",
  );
});

test.each(names)(
  "the reader of broken files reads the words of %s as the parser does",
  async (name) => {
    const source = await readFile(`content/${name}`, "utf8");
    const parsed = readContentFile(source);
    const broken = readContentFile(`${source}\n)`);
    expect({ slips: parsed.slips, broken: parsed.broken }).toEqual({
      slips: [],
      broken: undefined,
    });
    expect(broken.broken).toBeDefined();
    expect(withoutPlaces(broken)).toEqual(withoutPlaces(parsed));
    expect(broken.slips).toEqual([]);
  },
);

function withoutPlaces({ exports }: ReturnType<typeof readContentFile>) {
  const words = exports.map(({ name, value }) => ({ name, value: plain(value) }));
  return JSON.parse(JSON.stringify(words));
}
