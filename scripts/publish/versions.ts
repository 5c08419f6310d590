// build/versions/ has a folder for each version. A version is built in a folder whose name ends with ".next", and gets
// its own name and then its record when it is complete: a folder without a record never counts as a version.
import {
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Sources } from "./sources.ts";

export type Version = Sources & { name: string };

const versions = "build/versions";
const unfinished = ".next";
/** The link to the published version. A change of this link publishes the page, the server and the commands at once. */
export const published = "build/current";
/** In the folder of a version: the sources of which it is made. */
const record = "version.json";

/** The fixed addresses of what is published: the site for static hosts, and the programs for systemd. */
const addresses = { dist: `${published}/dist`, "build/server": "current/server" };

/** The version that the next start serves; undefined if there is none, or if its files were removed. */
export async function publishedVersion(): Promise<Version | undefined> {
  const target = await readlink(published).catch(() => undefined);
  return target === undefined ? undefined : readVersion(basename(target));
}

/** The complete versions that are not published. */
export async function otherVersions(): Promise<Version[]> {
  const current = await publishedVersion();
  const read = await Promise.all((await folders()).map(readVersion));
  return read.flatMap((version) => (version && version.name !== current?.name ? [version] : []));
}

/** Makes an empty folder for the build of a version, and removes what broken builds have left. */
export async function buildFolder(sources: Sources) {
  for (const name of await folders())
    if (name.endsWith(unfinished)) await rm(join(versions, name), { recursive: true, force: true });
  const folder = folderOf(sources) + unfinished;
  await mkdir(folder, { recursive: true });
  return folder;
}

/**
 * Gives a built version its own name, and returns it. Its files are on the disk before, so a power cut cannot leave a
 * version with empty files.
 */
export async function completeVersion(sources: Sources) {
  const folder = folderOf(sources);
  await flushToDisk(folder + unfinished);
  // There is something only if it has no record, so that it counts as no version.
  await rm(folder, { recursive: true, force: true });
  await rename(folder + unfinished, folder);
  await writeFile(join(folder, record), JSON.stringify(sources), { flush: true });
  return basename(folder);
}

function folderOf({ fingerprint }: Sources) {
  return join(versions, fingerprint.slice(0, 12));
}

/**
 * Publishes a complete version in one step, by switching the link to it. Of the other versions only the one before is
 * kept: the newest with other files. A version that differs only in its settings would be no help against a wrong word.
 */
export async function switchToVersion(name: string) {
  const next = await readVersion(name);
  const older = [await publishedVersion(), ...(await otherVersions())];
  const before = older.find((one) => one && one.filesFingerprint !== next?.filesFingerprint);
  await pointTo(join("versions", name), published);
  await linkAddresses();
  for (const other of await folders())
    if (![name, before?.name].includes(other)) await removeVersion(other);
}

/** Makes the fixed addresses lead to the published version, also after one of them was removed. */
export async function linkAddresses() {
  for (const [address, target] of Object.entries(addresses)) {
    const wanted = await realpath(join(dirname(address), target)).catch(() => undefined);
    const present = await realpath(address).catch(() => undefined);
    if (wanted !== present) await pointTo(target, address);
  }
}

/** Only folders are versions: a file manager may leave a file of its own there, like `.DS_Store`. */
async function folders() {
  const entries = await readdir(versions, { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

function readVersion(name: string): Promise<Version | undefined> {
  const read = readFile(join(versions, name, record), "utf8");
  return read.then((text) => ({ ...JSON.parse(text), name })).catch(() => undefined);
}

/** Takes the record away first: a removal that is interrupted must not leave a version that looks complete. */
async function removeVersion(name: string) {
  await rm(join(versions, name, record), { force: true });
  await rm(join(versions, name), { recursive: true, force: true });
}

async function flushToDisk(folder: string) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = await open(join(entry.parentPath, entry.name), "r+");
    await file.sync().finally(() => file.close());
  }
}

const isWindows = process.platform === "win32";

/**
 * Makes `link` lead to the folder `target`, which is named relative to the folder of `link`. The link is made under
 * another name and renamed, so that at each moment there is either the old link or the new one. Only Windows cannot
 * rename over a link, and has no link for a moment.
 */
async function pointTo(target: string, link: string) {
  const next = `${link}.next`;
  const aim = isWindows ? resolve(dirname(link), target) : target;
  await rm(next, { recursive: true, force: true });
  await symlink(aim, next, "junction");
  const isFolder = (await lstat(link).catch(() => undefined))?.isDirectory() ?? false;
  if (isWindows || isFolder) await rm(link, { recursive: true, force: true });
  await rename(next, link);
}
