import { existsSync } from "node:fs";
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buildPeer, installPeer } from "./peer.ts";

export type PageBuild = { name: string; folder: string };

const floorFolder = "build/bench-floor";

/** The builds of the page by their names in the table, each with the folder that is served. */
export async function prepareBuilds(): Promise<PageBuild[]> {
  return [
    { name: "ours", folder: "dist" },
    { name: "floor", folder: await withoutScripts() },
    { name: "usual way", folder: await buildWithPublicFiles("single-page-app", "vite", ["build"]) },
    {
      name: "Next.js",
      folder: await buildWithPublicFiles("next-export", "next", ["build", "--webpack"]),
    },
    { name: "Astro", folder: await buildWithPublicFiles("astro-islands", "astro", ["build"]) },
  ];
}

/** Makes a copy of our page without scripts: no page with the same words and styles can be faster than this copy. */
async function withoutScripts(): Promise<string> {
  await rm(floorFolder, { recursive: true, force: true });
  // `dist` is a link: without `dereference` the copy would be a link to the published page.
  await cp("dist", floorFolder, { recursive: true, dereference: true });
  const pages = (await readdir(floorFolder, { recursive: true })).filter((name) =>
    name.endsWith(".html"),
  );
  for (const page of pages) {
    const file = join(floorFolder, page);
    const html = await readFile(file, "utf8");
    await writeFile(file, html.replace(/<script(?! type="application)[^>]*>.*?<\/script>/gs, ""));
  }
  return floorFolder;
}

async function buildWithPublicFiles(
  peer: string,
  command: string,
  args: string[],
): Promise<string> {
  await installPeer(peer);
  const folder = await buildPeer(peer, command, args);
  for (const name of await readdir("public"))
    if (!existsSync(join(folder, name)) || name === "assets")
      await cp(join("public", name), join(folder, name), { recursive: true });
  return folder;
}
