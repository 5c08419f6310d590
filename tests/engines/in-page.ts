import { readFile } from "node:fs/promises";

/** The text of a file in `in-page/`: its function stands before what a journey asks of the page. */
export async function inPage(name: "find" | "faint-texts"): Promise<string> {
  const text = await readFile(new URL(`./in-page/${name}.js`, import.meta.url), "utf8");
  return text.replace(/^export /m, "");
}
