import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { parseEnv } from "node:util";

/** The files and folders on which a build depends, besides the rooms (the top folders with source code). */
const otherSources = ["public", "package-lock.json", "package.json", "vite.config.ts"];
const roomsNotBuilt = ["fake-active-campaign", "tests"];
/** The settings that the build writes into the pages. */
const settingNames = ["SITE_URL", "FUNCTION_URL"];

export type BuildSettings = Record<string, string>;

/** What a build is made of. `fingerprint` differs if one file or setting differs, `filesFingerprint` only if a file does. */
export type Sources = { fingerprint: string; filesFingerprint: string; paths: string[] };

/** Reads the present sources. `ownSettings` count before those of the operator, as they do in the build. */
export async function readSources(ownSettings: BuildSettings = {}): Promise<Sources> {
  const settings = { ...(await readSettings()), ...ownSettings };
  const paths = [...(await rooms()), ...otherSources].filter((path) => existsSync(path));
  const names = (await Promise.all(paths.map(filesIn))).flat();
  // One after the other: all at once would open more files than a machine may allow, often 1,024.
  const files = Object.fromEntries(names.flatMap((name) => hashOf(name) ?? []));
  const filesFingerprint = sha256(JSON.stringify(files));
  const fingerprint = sha256(JSON.stringify([settings, filesFingerprint]));
  return { fingerprint, filesFingerprint, paths };
}

/** Reads the settings as Vite's configuration does: a variable of the environment counts before a line of `.env`. */
async function readSettings() {
  const written = existsSync(".env") ? parseEnv(await readFile(".env", "utf8")) : {};
  return Object.fromEntries(
    settingNames.map((name) => [name, process.env[name] ?? written[name] ?? ""]),
  );
}

/** The names of all rooms; package.json lists them as imports, so a new room is built without a change here. */
async function rooms(): Promise<string[]> {
  const { imports } = JSON.parse(await readFile("package.json", "utf8"));
  return Object.keys(imports)
    .map((name) => name.replace(/^#|\/\*$/g, ""))
    .filter((room) => !roomsNotBuilt.includes(room));
}

/**
 * The files at a path, also those behind links, because the build follows links too. A link to nowhere is no file.
 */
async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return [path];
  if (!found?.isDirectory()) return [];
  const names = await readdir(path);
  const files = await Promise.all(names.sort().map((name) => filesIn(`${path}/${name}`)));
  return files.flat();
}

/**
 * The name of a file with the hash of its content; undefined if an editor has just removed it, as many do while they save.
 */
function hashOf(name: string): [string, string][] | undefined {
  try {
    return [[name, sha256(readFileSync(name))]];
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function sha256(data: string | Buffer) {
  return createHash("sha256").update(data).digest("hex");
}
