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

/**
 * The name of the version that the present sources make: a hash of the files, and one of the settings. `ownSettings` count
 * before those of the operator, as they do in the build.
 */
export async function presentVersion(ownSettings: BuildSettings): Promise<string> {
  const names = (await Promise.all((await sourcePaths()).map(filesIn))).flat();
  // One after the other: all at once would open more files than a machine may allow, often 1,024.
  const files = names.flatMap((name) => {
    const content = contentOf(name);
    return content ? [[name, hashOf(content)]] : [];
  });
  const settings = { ...(await readSettings()), ...ownSettings };
  return `${hashOf(JSON.stringify(files))}-${hashOf(JSON.stringify(settings))}`;
}

/** The part of a version's name that its files alone decide. */
export function filesOf(version: string): string {
  return version.replace(/-.*/, "");
}

/** All that a build reads; package.json lists the rooms as imports, so a new one is built without a change here. */
export async function sourcePaths(): Promise<string[]> {
  const { imports } = JSON.parse(await readFile("package.json", "utf8"));
  const rooms = Object.keys(imports)
    .map((name) => name.replace(/^#|\/\*$/g, ""))
    .filter((room) => !roomsNotBuilt.includes(room));
  return [...rooms, ...otherSources].filter((path) => existsSync(path));
}

/** Reads the settings as Vite's configuration does: a variable of the environment counts before a line of `.env`. */
async function readSettings() {
  const written = existsSync(".env") ? parseEnv(await readFile(".env", "utf8")) : {};
  return Object.fromEntries(
    settingNames.map((name) => [name, process.env[name] ?? written[name] ?? ""]),
  );
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

/** Undefined if an editor has just removed the file, as many do while they save. */
function contentOf(name: string): Buffer | undefined {
  try {
    return readFileSync(name);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function hashOf(data: string | Buffer): string {
  return createHash("sha256").update(data).digest("hex").slice(0, 12);
}
