// @ts-check
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runPackage } from "./run-quietly.mjs";
import { doneOrFailed, withProgress } from "./with-progress.mjs";

/** The files and folders on which a build depends, besides the rooms (the top folders with source code). */
const otherSources = ["public", "package-lock.json", "package.json", "vite.config.ts"];
const roomsNotBuilt = ["tests"];
/** The settings that the build writes into the pages. */
const settings = ["SITE_URL", "PORT", "FUNCTION_URL"];
const outputs = ["dist/index.html", "dist/black-ahsd.ics", "build/server/main.js"];
const stamp = "build/fingerprint";

/**
 * Builds the site and the server, unless their sources are those of the last complete build.
 * @param {string} [title] printed with its progress, only if there is something to build
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function buildIfChanged(title) {
  const current = await fingerprint();
  if (await isBuilt(current)) return { ok: true, output: "" };
  await rm(stamp, { force: true });
  const { ok, output } = await (title ? withProgress(title, build, doneOrFailed) : build());
  if (ok) await writeFile(stamp, current);
  return { ok, output };
}

function build() {
  return runPackage("vite/bin/vite.js", ["build", "--app"], { NODE_ENV: "production" });
}

/** @param {string} current */
async function isBuilt(current) {
  if (![stamp, ...outputs].every((file) => existsSync(file))) return false;
  return (await readFile(stamp, "utf8")) === current && !(await eventIsOver());
}

/**
 * Whether the event of the last build is over. The build chooses the year of the event, so a new build then announces
 * the next event.
 */
async function eventIsOver() {
  const entry = await readFile("dist/black-ahsd.ics", "utf8");
  const [, year, month, day, hour, minute] = /DTEND:(....)(..)(..)T(..)(..)/.exec(entry) ?? [];
  return new Date(`${year}-${month}-${day}T${hour}:${minute}Z`) < new Date();
}

async function fingerprint() {
  const hash = createHash("sha256");
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ""}\n`);
  for (const source of [...(await rooms()), ...otherSources].filter((path) => existsSync(path))) {
    for (const file of await filesIn(source)) hash.update(`${file}\n`).update(await readFile(file));
  }
  return hash.digest("hex");
}

/**
 * The names of all rooms; package.json lists them as imports, so a new room is built without a change here.
 * @returns {Promise<string[]>}
 */
async function rooms() {
  const { imports } = JSON.parse(await readFile("package.json", "utf8"));
  return Object.keys(imports)
    .map((name) => name.replace(/^#|\/\*$/g, ""))
    .filter((room) => !roomsNotBuilt.includes(room));
}

/**
 * @param {string} path
 * @returns {Promise<string[]>}
 */
async function filesIn(path) {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
