import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isLeftPart } from "./copy-names.ts";
import type { CopyPlace } from "./place.ts";

/** Keeps copies in a folder, which exists: a folder that is missing may be a disk that is not mounted. */
export function folderPlace(folder: string, clock: () => number): CopyPlace {
  return {
    name: folder,
    // A folder is no copy of ours, whatever its name: it cannot be restored, and removing it would take what it holds.
    list: async () =>
      readdirSync(folder, { withFileTypes: true })
        .filter((entry) => !entry.isDirectory())
        .map((entry) => entry.name),
    async add(name, make) {
      removeLeftParts(folder, clock());
      await make(join(folder, name));
    },
    remove: async (name) => rmSync(join(folder, name), { force: true }),
    read: (name, use) => use(join(folder, name)),
  };
}

export function removeLeftParts(folder: string, now: number): void {
  for (const name of readdirSync(folder))
    if (isLeftPart(name, now)) rmSync(join(folder, name), { recursive: true, force: true });
}
