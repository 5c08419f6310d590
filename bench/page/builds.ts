import { existsSync } from "node:fs";
import { cp, readdir } from "node:fs/promises";
import { join } from "node:path";
import { emptyPage, withoutFonts, withoutScripts } from "./page-variants.ts";
import { buildPeer, installPeer } from "./peer.ts";

export type PageBuild = { name: string; folder: string };
type Contestant = { name: string; prepare: () => Promise<string> };

/** The builds of the page by their names in the table. */
const contestants: Contestant[] = [
  { name: "ours", prepare: async () => "dist" },
  { name: "empty page", prepare: emptyPage },
  { name: "no fonts", prepare: withoutFonts },
  { name: "floor", prepare: withoutScripts },
  {
    name: "usual way",
    prepare: () => buildWithPublicFiles("single-page-app", "vite", ["build"]),
  },
  {
    name: "Next.js",
    prepare: () => buildWithPublicFiles("next-export", "next", ["build", "--webpack"]),
  },
  { name: "Astro", prepare: () => buildWithPublicFiles("astro-islands", "astro", ["build"]) },
];

/** Prepares the folders that are served: of all builds, or of ours and the named one. */
export async function prepareBuilds(beside: string | undefined): Promise<PageBuild[]> {
  const wanted = contestants.filter(({ name }) => !beside || name === "ours" || name === beside);
  const builds: PageBuild[] = [];
  for (const { name, prepare } of wanted) builds.push({ name, folder: await prepare() });
  return builds;
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
