// @ts-check
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail } from "./fail.mjs";
import { runQuietly } from "./run-quietly.mjs";

/** @typedef {"production" | "full"} PackageSet */
/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean }} Package */

// npm writes this file after everything else, install scripts included: where it is, the rest is.
const installedLock = "node_modules/.package-lock.json";
const nodeStamp = "node_modules/.installed-for";

/**
 * Installs the locked packages, unless they are there. A full set serves production as well.
 * @param {PackageSet} set
 */
export async function ensureInstalled(set) {
  if (await isInstalled(set)) return;
  console.log("Installing the locked packages (a minute or two)…");
  // `npm ci` removes files in no order: without this, an interruption could look like success.
  await rm(installedLock, { force: true });
  const { ok, output } = await npm([
    "ci",
    set === "full" ? "--include=dev" : "--omit=dev",
    "--no-audit",
    "--no-fund",
  ]);
  if (!ok) {
    fail(
      "Could not install the locked packages (npm ci, above). Most often the registry cannot be reached: check the connection and try again.",
      output,
    );
  }
  await writeFile(nodeStamp, nodeAbi());
}

/** @param {PackageSet} set */
async function isInstalled(set) {
  const [locked, installed] = await Promise.all([
    packagesIn("package-lock.json"),
    packagesIn(installedLock),
  ]);
  return (
    Object.keys(installed).length > 0 &&
    (await isForThisNode()) &&
    Object.entries(locked)
      .filter(([path, entry]) => path !== "" && isWanted(entry, set))
      .every(([path, entry]) => installed[path]?.version === entry.version)
  );
}

/**
 * @param {string} file
 * @returns {Promise<Record<string, Package>>}
 */
async function packagesIn(file) {
  return existsSync(file) ? JSON.parse(await readFile(file, "utf8")).packages : {};
}

/**
 * Optional packages are those of other platforms.
 * @param {Package} entry
 * @param {PackageSet} set
 */
function isWanted(entry, set) {
  if (entry.optional || entry.devOptional) return false;
  return set === "full" || !entry.dev;
}

/** The SQLite engine is compiled for one Node: after a change of Node it must be installed anew. */
async function isForThisNode() {
  return !existsSync(nodeStamp) || (await readFile(nodeStamp, "utf8")) === nodeAbi();
}

function nodeAbi() {
  return `${process.platform}-${process.arch}-${process.versions.modules}`;
}

/** @param {string[]} args */
function npm(args) {
  const cli = process.env["npm_execpath"];
  if (cli?.endsWith("npm-cli.js"))
    return runQuietly(process.execPath, [cli, ...args], ownHeaders());
  return runQuietly("npm", args, ownHeaders());
}

/**
 * Where no prebuilt SQLite can be fetched it is compiled, and that must not need a download either:
 * Node usually brings its own headers.
 * @returns {Record<string, string>}
 */
function ownHeaders() {
  const prefix = dirname(dirname(process.execPath));
  const brought = existsSync(join(prefix, "include", "node", "node_version.h"));
  return brought && !process.env["npm_config_nodedir"] ? { npm_config_nodedir: prefix } : {};
}
