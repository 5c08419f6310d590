import { readFile, writeFile } from "node:fs/promises";
import { benchFunction } from "./function.ts";
import { benchPage } from "./page.ts";
import { amountNames } from "./server.ts";

/** What a bench returns is printed, and written into the section with its name in `docs/speed.md`. */
type Bench = { run: () => Promise<string>; about: string };

const document = "docs/speed.md";
const benches: Record<string, Bench> = {
  function: {
    run: benchFunction,
    about:
      "Measures sign-ups a second, as a share of those of a bare server that stores nothing: the share should not fall.",
  },
  page: {
    run: benchPage,
    about:
      "Measures our page on a slow phone beside an empty page, our page without fonts, and the floor: lower is better.",
  },
};

const name = process.argv.at(-1) ?? "";
const bench = benches[name];
if (bench) {
  console.log(bench.about);
  const text = await bench.run();
  console.log(text);
  if (!amountNames.some((amount) => process.env[amount])) await writeSection(text);
} else {
  console.error("Name one bench, for example: npm run bench -- page");
  for (const [name, { about }] of Object.entries(benches)) console.error(`  ${name}: ${about}`);
  console.error(
    `These make it shorter, for a try: ${amountNames.join(", ")} (ROUNDS=1 npm run bench -- function).`,
  );
}

/** Replaces the text between the two marks of the section. The rest of the document is written by hand. */
async function writeSection(text: string): Promise<void> {
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const old = await readFile(document, "utf8");
  const [from, to] = [old.indexOf(begin), old.indexOf(end)];
  if (from < 0 || to < from)
    throw new Error(`${document} has no text between ${begin} and ${end}.`);
  await writeFile(document, `${old.slice(0, from)}${begin}\n\n${text}\n\n${old.slice(to)}`);
  console.log(`Wrote the section into ${document}.`);
}
