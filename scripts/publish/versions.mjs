// @ts-check
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import {
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pointTo } from "./links.mjs";

/** @typedef {import("./sources.mjs").Sources} Sources */
/** @typedef {Sources & { name: string, builtAt: string }} Version */

const versions = "build/versions";
/** The link to the published version. A change of this link publishes the page, the server and the commands at once. */
export const published = "build/current";
/** Written last into the folder of a version: without this file the version is not complete. */
const record = "version.json";
/** The time of the build in seconds, if it is to give the same bytes again: see scripts/build/build-settings.ts. */
const fixedTime = process.env["SOURCE_DATE_EPOCH"];
const outputs = ["dist/index.html", "dist/black-ahsd.ics", "server/main.js", "server/cli.js"];

/** The fixed addresses of what is published: the site for static hosts, and the programs for systemd. */
const addresses = { dist: `${published}/dist`, "build/server": "current/server" };

/** @param {string} name */
export function folderOf(name) {
  return join(versions, name);
}

/**
 * The version that the next start serves; undefined if there is none, or if its files were removed.
 * @returns {Promise<Version | undefined>}
 */
export async function publishedVersion() {
  const target = await readlink(published).catch(() => undefined);
  return target === undefined ? undefined : readVersion(basename(target));
}

/**
 * The complete versions that are not published, the newest first.
 * @returns {Promise<Version[]>}
 */
export async function otherVersions() {
  const current = await publishedVersion();
  const read = await Promise.all((await versionNames()).map(readVersion));
  return read
    .filter((version) => version !== undefined)
    .filter(({ name }) => name !== current?.name)
    .sort((one, two) => two.builtAt.localeCompare(one.builtAt));
}

/**
 * Makes an empty folder for a new version, and removes what broken builds have left. The name is new each time, unless
 * the time is fixed: Vite may still write into the folder of a program that was killed.
 * @param {string} fingerprint
 */
export async function newVersion(fingerprint) {
  for (const name of await versionNames())
    if (!(await readVersion(name))) await removeVersion(name);
  const unique = fixedTime ? "" : `-${randomBytes(2).toString("hex")}`;
  const name = `${fingerprint.slice(0, 12)}${unique}`;
  await mkdir(folderOf(name), { recursive: true });
  return name;
}

/**
 * Marks a version as complete. Its files are on the disk before the mark is, so a power cut cannot leave a marked
 * version with empty files.
 * @param {string} name
 * @param {Sources} sources
 */
export async function completeVersion(name, sources) {
  const folder = folderOf(name);
  await flushToDisk(folder);
  const draft = join(folder, `${record}.next`);
  const builtAt = fixedTime ? new Date(Number(fixedTime) * 1000) : new Date();
  await writeFile(draft, JSON.stringify({ builtAt, ...sources }), { flush: true });
  await rename(draft, join(folder, record));
}

/**
 * Publishes a complete version in one step. Of the other versions only the one before is kept: the newest with other
 * files. A version that differs only in its settings would be no help against a wrong word.
 * @param {string} name
 */
export async function publish(name) {
  const next = await readVersion(name);
  const older = [await publishedVersion(), ...(await otherVersions())];
  const before = older.find((one) => one && one.filesFingerprint !== next?.filesFingerprint);
  await pointTo(join("versions", name), published);
  await linkAddresses();
  for (const other of await versionNames())
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
async function versionNames() {
  if (!existsSync(versions)) return [];
  const entries = await readdir(versions, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/**
 * A version whose mark is damaged is not complete, so it is built again.
 * @param {string} name
 * @returns {Promise<Version | undefined>}
 */
async function readVersion(name) {
  const folder = folderOf(name);
  if (![record, ...outputs].every((file) => existsSync(join(folder, file)))) return undefined;
  try {
    return { ...JSON.parse(await readFile(join(folder, record), "utf8")), name };
  } catch {
    return undefined;
  }
}

/**
 * Removes the mark first: a removal that is interrupted must not leave a version that looks complete.
 * @param {string} name
 */
async function removeVersion(name) {
  await rm(join(folderOf(name), record), { force: true });
  await rm(folderOf(name), { recursive: true, force: true });
}

/** @param {string} folder */
async function flushToDisk(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = await open(join(entry.parentPath, entry.name), "r+");
    await file.sync().finally(() => file.close());
  }
}
