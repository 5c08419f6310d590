import { createHash } from "node:crypto";
import { lstat, readdir, readFile, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

export type PublishedVersion = {
  publishedAt: number;
  /** The files that are not as they were when this version was built: changed, new or removed. */
  changed: string[];
  /** Whether the operator has withdrawn a later version (`npm run ready -- --back`). */
  replacesWithdrawn: boolean;
};

/** The parts of version.json, which scripts/publish/ writes, that doctor needs. */
type VersionRecord = { filesFingerprint: string; paths: string[]; files: Hashes };
type Hashes = { [file: string]: string };

/**
 * Reads which version is published, from the record in the version's folder. Undefined if the site is not in such a
 * folder, as on a static host.
 */
export async function readPublishedVersion(site: string): Promise<PublishedVersion | undefined> {
  const version = dirname(await realpath(site));
  const text = await readFile(join(version, "version.json"), "utf8").catch(() => undefined);
  const build = dirname(dirname(version));
  const link = await lstat(join(build, "current")).catch(() => undefined);
  if (text === undefined || link === undefined) return undefined;
  const record: VersionRecord = JSON.parse(text);
  const withdrawn = await readFile(join(build, "withdrawn"), "utf8").catch(() => undefined);
  return {
    publishedAt: link.mtimeMs,
    changed: differences(record.files, await hashesBelow(dirname(build), record.paths)),
    replacesWithdrawn: withdrawn !== undefined && withdrawn !== record.filesFingerprint,
  };
}

function differences(built: Hashes, present: Hashes): string[] {
  const names = new Set([...Object.keys(built), ...Object.keys(present)]);
  return [...names].filter((name) => built[name] !== present[name]).sort();
}

async function hashesBelow(root: string, paths: readonly string[]): Promise<Hashes> {
  const files = (await Promise.all(paths.map((path) => filesBelow(root, path)))).flat();
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, await hashOf(join(root, file))])),
  );
}

/** The files of a folder, or the file itself, named from `root` on with slashes, as version.json names them. */
async function filesBelow(root: string, path: string): Promise<string[]> {
  const found = await stat(join(root, path)).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isFile()) return [path];
  const entries = await readdir(join(root, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .map((name) => name.replaceAll("\\", "/"));
}

async function hashOf(file: string): Promise<string> {
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}
