import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findMistakes } from "./find-mistakes.ts";

let folder = "";
let words = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "encodings-"));
  await cp("content", folder, { recursive: true });
  words = await readFile("content/launch.ts", "utf8");
});

afterAll(() => rm(folder, { recursive: true }));

/** What is said about `launch.ts`, whose values other files use, after an editor has saved it. */
async function savedAs(bytes: Buffer): Promise<string[]> {
  await writeFile(join(folder, "launch.ts"), bytes);
  return findMistakes(folder);
}

const notUtf8 = [
  "content/launch.ts: o arquivo não está salvo em UTF-8, e os acentos se perderiam. No Bloco de Notas, escolha “Salvar como” e, em “Codificação”, “UTF-8”. (linha 1)",
];

test("the mark and the line ends of Windows are no mistake", async () => {
  const saved = `\uFEFF${words.replaceAll("\n", "\r\n")}`;
  expect(await savedAs(Buffer.from(saved))).toEqual([]);
});

test("the same words in another encoding are one mistake, which says how to save them", async () => {
  expect(await savedAs(Buffer.from(words, "latin1"))).toEqual(notUtf8);
  expect(await savedAs(Buffer.from(`\uFEFF${words}`, "utf16le"))).toEqual(notUtf8);
});

test("a letter that was lost in an encoding is a mistake", async () => {
  const lost = words.replace("1 curso", "1 curso pr\uFFFDtico");
  expect(await savedAs(Buffer.from(lost))).toEqual([
    'content/launch.ts: "what" tem o sinal \uFFFD no lugar de uma letra que se perdeu. Escreva o texto de novo. (linha 27)',
  ]);
});
