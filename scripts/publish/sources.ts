import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { parseEnv } from "node:util";

/** Files and folders on which a build depends, in addition to the top folders with source code. */
const otherSources = ["public", "package-lock.json", "package.json", "vite.config.ts"];
const roomsNotBuilt = ["fake-active-campaign", "tests"];
/** The settings that the build writes into the pages. */
const settingNames = ["SITE_URL", "FUNCTION_URL"];

export type BuildSettings = Record<string, string>;

/**
 * The name of the version that the present sources make: a hash of the files, and a hash of the settings. `ownSettings`
 * override the operator's settings, as in the build.
 */
export async function presentVersion(ownSettings: BuildSettings): Promise<string> {
  const names = (await Promise.all((await sourcePaths()).map(filesIn))).flat();
  // The files are read one after the other: all at once would be more open files than a machine may allow, often 1,024.
  const files = names.flatMap((name) => {
    const content = contentOf(name);
    return content ? [[name, hashOf(content)]] : [];
  });
  const settings = { ...(await readSettings()), ...ownSettings };
  return `${hashOf(JSON.stringify(files))}-${hashOf(JSON.stringify(settings))}`;
}

/** The first part of a version's name, which depends only on its files. */
export function filesOf(version: string): string {
  return version.replace(/-.*/, "");
}

/**
 * All files and folders that a build reads. package.json lists the top source folders as imports, so a new folder is
 * found without a change here.
 */
export async function sourcePaths(): Promise<string[]> {
  const { imports } = JSON.parse(await readFile("package.json", "utf8"));
  const rooms = Object.keys(imports)
    .map((name) => name.replace(/^#|\/\*$/g, ""))
    .filter((room) => !roomsNotBuilt.includes(room));
  return [...rooms, ...otherSources].filter((path) => existsSync(path));
}

/** Reads the settings as Vite's configuration does: an environment variable overrides a line of `.env`. */
async function readSettings() {
  const written = existsSync(".env") ? parseEnv(await readFile(".env", "utf8")) : {};
  return Object.fromEntries(
    settingNames.map((name) => [name, process.env[name] ?? written[name] ?? ""]),
  );
}

/** The files at a path, including those behind links, because the build follows links too. A broken link counts as no file. */
async function filesIn(path: string): Promise<string[]> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isFile()) return [path];
  if (!found?.isDirectory()) return [];
  const names = await readdir(path);
  const files = await Promise.all(names.sort().map((name) => filesIn(`${path}/${name}`)));
  return files.flat();
}

/** The content of a file; undefined if an editor has just removed it, as many editors do while they save. */
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
