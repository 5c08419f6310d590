// @ts-check
import { lstat, rename, rm, symlink } from "node:fs/promises";
import { dirname, resolve } from "node:path";

const isWindows = process.platform === "win32";

/**
 * Makes `link` lead to the folder `target`, which is named relative to the folder of `link`. The link is made under
 * another name and renamed, so that at each moment there is either the old link or the new one. Only Windows cannot
 * rename over a link, and has no link for a moment.
 * @param {string} target
 * @param {string} link
 */
export async function pointTo(target, link) {
  const next = `${link}.next`;
  const aim = isWindows ? resolve(dirname(link), target) : target;
  await rm(next, { recursive: true, force: true });
  await symlink(aim, next, "junction");
  if (isWindows || (await isFolder(link))) await rm(link, { recursive: true, force: true });
  await rename(next, link);
}

/**
 * Whether there is a real folder, not a link to a folder.
 * @param {string} path
 */
async function isFolder(path) {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}
