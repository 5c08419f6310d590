import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const installedLock = "node_modules/.package-lock.json";

/**
 * Makes a folder with the files of git and only the production packages, as `npm start` finds them in a fresh clone.
 * The folder is outside the repository, so that Node finds no development package above it.
 */
export async function cloneForProduction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-production-"));
  for (const file of await filesOfGit()) await copy(file, join(folder, file));
  await copyProductionPackages(folder);
  return folder;
}

/** Builds as `npm start` does, without starting the server. */
export async function makeReady(folder: string): Promise<void> {
  const env = { PATH: process.env["PATH"], HOME: folder };
  await run(process.execPath, ["scripts/ready.mjs"], { cwd: folder, env });
}

/**
 * The files that a commit of everything would hold. In the fresh clone of CI they are the committed files; on an owner's
 * machine new pictures are among them, and pictures that were taken back are not.
 */
async function filesOfGit(): Promise<string[]> {
  const kinds = ["--cached", "--others", "--exclude-standard"];
  const { stdout } = await run("git", ["ls-files", "-z", ...kinds]);
  return stdout.split("\0").filter((file) => file !== "" && existsSync(file));
}

async function copyProductionPackages(folder: string): Promise<void> {
  const lock = JSON.parse(await readFile(installedLock, "utf8"));
  lock.packages = Object.fromEntries(
    Object.entries<{ dev?: boolean }>(lock.packages).filter(([, { dev }]) => !dev),
  );
  for (const path of Object.keys(lock.packages)) await copy(path, join(folder, path));
  await writeFile(join(folder, installedLock), JSON.stringify(lock));
}

/**
 * Copies one package without its `node_modules`. The packages in that folder are copied by themselves, because they
 * have their own paths in the lock.
 */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, {
    recursive: true,
    filter: (path) => path === from || !path.startsWith(join(from, "node_modules")),
  });
}
