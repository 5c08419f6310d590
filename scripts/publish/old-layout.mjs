// @ts-check
import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { isFolder } from "./links.mjs";
import {
  completeVersion,
  folderOf,
  linkAddresses,
  outputs,
  publish,
  publishedVersion,
} from "./versions.mjs";

const name = "old-layout";
/** Until version 0.1 a build wrote these folders in place. */
const folders = { dist: "dist", "build/server": "server", "build/pages": "pages" };
/** Only a program of that time writes this file. */
const oldFingerprint = "build/fingerprint";
/** The sources of such a build are not known, so the next build replaces it. */
const unknownSources = {
  fingerprint: "unknown",
  filesFingerprint: "unknown",
  settings: {},
  paths: [],
  files: {},
};

/**
 * Makes a version of what a program from before the versions has built, so that this page stays if the next build
 * fails. If this function was interrupted, the next call does the rest; links that are missing are made again.
 */
export async function adoptOldLayout() {
  const current = await publishedVersion();
  if (current === undefined) return moveFolders();
  await linkAddresses();
  if (!existsSync(oldFingerprint)) return;
  // An older program, checked out again, has built through the links into the published version.
  await completeVersion(current.name, unknownSources);
  await rm(oldFingerprint);
}

async function moveFolders() {
  for (const [from, to] of Object.entries(folders)) {
    if (!(await isFolder(from)) || existsSync(join(folderOf(name), to))) continue;
    await mkdir(folderOf(name), { recursive: true });
    await rename(from, join(folderOf(name), to));
  }
  if (!outputs.every((file) => existsSync(join(folderOf(name), file)))) return;
  await completeVersion(name, unknownSources);
  await rm(oldFingerprint, { force: true });
  await publish(name);
}
