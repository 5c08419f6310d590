import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hero } from "#content/hero.ts";

/** Prepares the folders that are served, by their names in the table. */
export async function prepareBuilds(): Promise<{ name: string; folder: string }[]> {
  return [
    { name: "ours", folder: "dist" },
    { name: "empty page", folder: await emptyPage() },
    { name: "no fonts", folder: await copyOfOurs("build/bench-no-fonts", withoutFonts) },
    { name: "floor", folder: await copyOfOurs("build/bench-floor", withoutScripts) },
  ];
}

/** Our headline in a font of the system, and nothing else: no page can be painted earlier. */
async function emptyPage(): Promise<string> {
  const folder = "build/bench-empty";
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, "index.html"),
    `<!DOCTYPE html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${hero.headline}</title></head><body><h1>${hero.headline}</h1></body></html>`,
  );
  return folder;
}

async function copyOfOurs(folder: string, change: (html: string) => string): Promise<string> {
  await rm(folder, { recursive: true, force: true });
  // `dist` is a link: without `dereference` the copy would be a link to the published page.
  await cp("dist", folder, { recursive: true, dereference: true });
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((name) => name.endsWith(".html"))) {
    const file = join(folder, name);
    await writeFile(file, change(await readFile(file, "utf8")));
  }
  return folder;
}

/** What the page is without web fonts shows what the fonts cost. */
function withoutFonts(html: string): string {
  return html.replace(/@font-face ?\{[^}]*url\([^}]*\}/g, "");
}

/** No page with the same words and styles can be faster than ours without scripts. */
function withoutScripts(html: string): string {
  return html.replace(/<script(?! type="application)[^>]*>.*?<\/script>/gs, "");
}
