// build/versions/ has a folder for each version. A version is built in a folder whose name ends with ".next", gets its own
// name when it is complete, and loses it before it is removed: a folder with this ending never counts as a version.
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

/** The fixed addresses of what is published: the site for static hosts, and the programs for systemd. */
const addresses = { dist: `${published}/dist`, "build/server": "current/server" };

/** The version that the next start serves; undefined if there is none, or if its files were removed. */
export async function publishedVersion(): Promise<string | undefined> {
  const target = await readlink(published).catch(() => undefined);
  return target !== undefined && existsSync(published) ? basename(target) : undefined;
}

/**
 * The kept version from before this one, with other files: one with other settings is no help against a wrong word. `notAgain`
 * are files that are no version before either.
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

/** Makes an empty folder for the build of a version, and removes what broken builds have left. */
export async function buildFolder(version: string): Promise<string> {
  for (const name of await folders())
    if (name.endsWith(unfinished)) await rm(join(versions, name), removal);
  const folder = join(versions, version) + unfinished;
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Gives a built version its own name. Its files are on the disk before, so a power cut cannot leave a version with empty
 * files.
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

/** Publishes a complete version in one step, by switching the link to it. Of the others only the one before is kept. */
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

/** Makes the fixed addresses lead to the published version, also after one of them was removed. */
export async function linkAddresses(): Promise<void> {
  for (const [address, target] of Object.entries(addresses)) {
    const wanted = await realpath(join(dirname(address), target)).catch(() => undefined);
    const present = await realpath(address).catch(() => undefined);
    if (wanted !== present) await pointTo(target, address);
  }
}

/** Only folders are versions: a file manager may leave a file of its own there, like `.DS_Store`. */
async function folders(): Promise<string[]> {
  const entries = await readdir(versions, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

const isWindows = process.platform === "win32";

/**
 * Makes `link` lead to the folder `target`, which is named relative to the folder of `link`. The link is made under
 * another name and renamed, so that at each moment there is either the old link or the new one. Only Windows cannot
 * rename over a link, and has no link for a moment.
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
