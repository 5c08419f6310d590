// build/versions/ has a folder for each version. A version is built in a folder whose name ends with ".next", gets its
// final name when it is complete, and loses that name before it is deleted: a folder named ".next" never counts as a
// version.
import { existsSync } from "node:fs";
import {
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { filesOf } from "./sources.ts";

const versions = "build/versions";
const unfinished = ".next";
const removal = { recursive: true, force: true };
/** The link to the published version. A change of this link publishes the page, the server and the commands at once. */
export const published = "build/current";

/** The fixed paths of the published version: the site for static hosts, and the programs for systemd. */
const addresses = { dist: `${published}/dist`, "build/server": "current/server" };

/** The version that the next start serves; undefined if no version is published, or if its files were removed. */
export async function publishedVersion(): Promise<string | undefined> {
  const target = await readlink(published).catch(() => undefined);
  return target !== undefined && existsSync(published) ? basename(target) : undefined;
}

/**
 * The kept version before this version that has other files: a version with only other settings would repeat a wrong
 * word. Versions with the files `notAgain` are not returned either.
 */
export async function versionBefore(
  version: string,
  notAgain?: string,
): Promise<string | undefined> {
  const others = (await folders()).filter((name) => !name.endsWith(unfinished));
  const newestFirst = [await publishedVersion(), ...others];
  return newestFirst.find(
    (name) => name !== undefined && ![filesOf(version), notAgain].includes(filesOf(name)),
  );
}

export function isKept(version: string): boolean {
  return existsSync(join(versions, version));
}

/** Makes an empty folder for the build of a version, and deletes what unfinished builds have left. */
export async function buildFolder(version: string): Promise<string> {
  for (const name of await folders())
    if (name.endsWith(unfinished)) await rm(join(versions, name), removal);
  const folder = join(versions, version) + unfinished;
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Gives a built version its final name. Its files are written to the disk first, so that a power cut cannot leave a
 * version with empty files.
 */
export async function completeVersion(version: string): Promise<void> {
  const folder = join(versions, version);
  const entries = await readdir(folder + unfinished, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = await open(join(entry.parentPath, entry.name), "r+");
    await file.sync().finally(() => file.close());
  }
  await rename(folder + unfinished, folder);
}

/** Publishes a complete version in one step, by changing the link to it. Of the older versions only the one before stays. */
export async function switchToVersion(version: string): Promise<void> {
  const before = await versionBefore(version);
  await pointTo(join("versions", version), published);
  await linkAddresses();
  for (const name of await folders()) {
    if (name === version || name === before) continue;
    const folder = join(versions, name);
    const gone = folder.replace(unfinished, "") + unfinished;
    if (gone !== folder) {
      await rm(gone, removal);
      await rename(folder, gone);
    }
    await rm(gone, removal);
  }
}

/** Makes the fixed paths link to the published version, even if such a link was removed. */
export async function linkAddresses(): Promise<void> {
  for (const [address, target] of Object.entries(addresses)) {
    const wanted = await realpath(join(dirname(address), target)).catch(() => undefined);
    const present = await realpath(address).catch(() => undefined);
    if (wanted !== present) await pointTo(target, address);
  }
}

/** The folders in build/versions/. Files are skipped: a file manager may add a file, such as `.DS_Store`. */
async function folders(): Promise<string[]> {
  const entries = await readdir(versions, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

const isWindows = process.platform === "win32";

/**
 * Makes `link` point to the folder `target`, whose path is relative to the folder of `link`. The new link gets another
 * name and is then renamed, so that the old or the new link exists at all times. Only Windows cannot rename over a
 * link, so there the link is missing for a short time.
 */
async function pointTo(target: string, link: string): Promise<void> {
  const next = `${link}.next`;
  const aim = isWindows ? resolve(dirname(link), target) : target;
  await rm(next, removal);
  await symlink(aim, next, "junction");
  const isFolder = (await lstat(link).catch(() => undefined))?.isDirectory() ?? false;
  if (isWindows || isFolder) await rm(link, removal);
  await rename(next, link);
}
