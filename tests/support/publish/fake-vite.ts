/** The files of a built page. Each of them holds the words of its version, so that a mixture of two versions shows. */
export const pageFiles = ["index.html", "black-ahsd.ics", "assets/a.js", "assets/b.js"];

/** A server that prints the page which it finds beside itself, and ends. */
const server = `import { readFileSync } from "node:fs";
console.log("served: " + readFileSync(new URL("../dist/index.html", import.meta.url), "utf8"));`;

/**
 * Stands for `vite build --app`: writes a page with the words of content/hero.ts, and a server. The
 * words of the file `saved-later` take their place meanwhile.
 */
export const fakeVite = `import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
const folder = process.env.BUILD_FOLDER;
const words = readFileSync("content/hero.ts", "utf8");
for (const name of ["dist/assets", "server"]) mkdirSync(folder + "/" + name, { recursive: true });
for (const file of ${JSON.stringify(pageFiles)}) {
  writeFileSync(folder + "/dist/" + file, words);
  if (words.includes("QUEBRA")) throw new Error("the build fails");
}
writeFileSync(folder + "/server/main.js", ${JSON.stringify(server)});
writeFileSync(folder + "/server/cli.js", "");
if (existsSync("saved-later")) renameSync("saved-later", "content/hero.ts");`;
