import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Store } from "#server/storage/open-database.ts";
import { type Finding, findingsOn } from "./finding.ts";
import { shellWord } from "./shell-word.ts";

/** What `restore` and `backup` leave when they are broken off, and what was replaced. */
const copies = /^restoring-|\.part$|\.replaced-/;

/** Whole stores that nobody looks after: whoever is erased from ours stays in them. */
export async function checkCopies(store: Store): Promise<Finding[]> {
  if (store.kind === "postgres") return [];
  const names = (await readdir(store.folder)).filter((name) => copies.test(name)).sort();
  if (names.length === 0) return [];
  const paths = names.map((name) => shellWord(join(store.folder, name)));
  return [
    findingsOn("copies").warn(
      `Beside the store stand ${names.join(", ")}: who was erased since is still in them.`,
      `Unless a backup or restore is under way, or you still need what was replaced: rm -r ${paths.join(" ")}`,
    ),
  ];
}
