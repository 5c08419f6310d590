// `npm run bench -- page` and `npm run bench -- function` write what they measure into docs/speed.md. With ROUNDS=1 it is a
// try, which is only printed.
import { readFile, writeFile } from "node:fs/promises";
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

/** Replaces the text between the two marks of a section, like `<!-- page: begin -->` and `<!-- page: end -->`. */
function replaceSection(paper: string, name: string, text: string): string {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const [from, to] = [paper.indexOf(begin), paper.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`No text stands between ${begin} and ${end}.`);
  return `${paper.slice(0, from)}${begin}\n\n${text}\n\n${paper.slice(to)}`;
}
