import { readFile } from "node:fs/promises";

/** The text of a file in `in-page/`. Put it before a script, so that the script can call the file's function. */
export async function inPageScript(name: "find" | "low-contrast-texts"): Promise<string> {
  const text = await readFile(new URL(`./in-page/${name}.js`, import.meta.url), "utf8");
  return text.replace(/^export /m, "");
}
