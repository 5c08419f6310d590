import { existsSync, readdirSync } from "node:fs";
import { copyFile, readFile, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Gives every version of the site that is kept aside the pictures of today: `npm run ready -- --back` brings back the
 * words of a version, but never a picture that was taken back. Returns the files that it removed or replaced.
 */
export async function updateKeptVersions(versions: string, made: string): Promise<string[]> {
  const folders = existsSync(versions) ? readdirSync(versions) : [];
  const changed: string[] = [];
  for (const version of folders) {
    const folder = join(versions, version, "dist", "pictures");
    for (const file of existsSync(folder) ? readdirSync(folder) : [])
      if (await updatePicture(join(made, file), join(folder, file)))
        changed.push(join(folder, file));
  }
  return changed;
}

async function updatePicture(today: string, kept: string): Promise<boolean> {
  if (!existsSync(today)) {
    await rm(kept, { recursive: true });
    return true;
  }
  if ((await readFile(today)).equals(await readFile(kept))) return false;
  await copyFile(today, kept);
  return true;
}
