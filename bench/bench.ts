// `npm run bench -- page` and `npm run bench -- function` write what they measure into docs/speed.md. With ROUNDS=1 it is a
// try, which is only printed.
import { readFile, writeFile } from "node:fs/promises";
import { replaceSection } from "#scripts/upkeep/replace-section.ts";
import { benchFunction } from "./function.ts";
import { benchPage } from "./page.ts";

const document = "docs/speed.md";
const benches: Record<string, () => Promise<string>> = { function: benchFunction, page: benchPage };

const name = process.argv.at(-1) ?? "";
const bench = benches[name];
if (bench) {
  const text = await bench();
  console.log(text);
  if (!process.env["ROUNDS"]) await writeSection(text);
} else console.error("Name one bench: npm run bench -- page, or npm run bench -- function");

async function writeSection(text: string): Promise<void> {
  await writeFile(document, replaceSection(await readFile(document, "utf8"), name, text));
  console.log(`Wrote the section into ${document}.`);
}
