// @ts-check
import { existsSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { ensureSqlite, keepSqlite, sqlitePackage } from "./ensure-sqlite.mjs";
import { fail } from "./fail.mjs";
import { phrases } from "./phrases.mjs";
import { runNpm } from "./run-quietly.mjs";
import { doneOrFailed, withProgress } from "./with-progress.mjs";

/** @typedef {"production" | "full"} PackageSet */
/** @typedef {{ version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, hasInstallScript?: boolean }} Package */

/** npm writes this file last: if it exists, the packages are complete. */
const installedLock = "node_modules/.package-lock.json";
/** We write this file after npm's list: if it exists, the scripts of the packages have run too. */
const stamp = "node_modules/.installed-for";
const machine = `${process.platform}-${process.arch}`;

/**
 * Installs the locked packages if they are missing, runs those of their scripts that this machine needs, and sets
 * SQLite up if it does not work. If the full set of packages is installed, it serves for production too.
 * @param {PackageSet} set
 */
export async function ensureInstalled(set) {
  if (!(await isInstalled(set))) await installPackages(set);
  if (!(await hasRunScripts(set))) await runScripts(set);
  await ensureSqlite();
}

/** @param {PackageSet} set */
async function isInstalled(set) {
  const [locked, installed] = await Promise.all([
    packagesIn("package-lock.json"),
    packagesIn(installedLock),
  ]);
  return (
    Object.keys(installed).length > 0 &&
    (await isForThisMachine()) &&
    Object.entries(locked)
      .filter(([path, entry]) => path !== "" && isWanted(path, entry, set))
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
 * Whether the set needs this package. Optional packages may be missing: they are for other platforms, or for the SQLite
 * of another version of Node.
 * @param {string} path
 * @param {Package} entry
 * @param {PackageSet} set
 */
function isWanted(path, entry, set) {
  if (path === `node_modules/${sqlitePackage}`) return true;
  if (entry.optional || entry.devOptional) return false;
  return set === "full" || !entry.dev;
}

/**
 * Whether the packages were installed for this machine. After `npm ci` by hand there is no stamp, and the packages
 * count as installed for this machine.
 */
async function isForThisMachine() {
  return !existsSync(stamp) || (await readFile(stamp, "utf8")).startsWith(`${machine} `);
}

/** @param {PackageSet} set */
async function installPackages(set) {
  // Removes npm's list of installed packages first: `npm ci` removes files in any order, and if it is interrupted, the
  // list must not say that the packages are complete.
  await rm(installedLock, { force: true });
  const putSqliteBack = await keepSqlite();
  const args = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const install = () => runNpm(["ci", set === "full" ? "--include=dev" : "--omit=dev", ...args]);
  const { ok, output } = await withProgress(titles[set], install, doneOrFailed);
  if (ok) return putSqliteBack();
  fail(phrases.notInstalled, output);
}

const titles = {
  production: phrases.installing,
  full: phrases.installingAll,
};

/** @param {PackageSet} set */
async function hasRunScripts(set) {
  if (!existsSync(stamp)) return false;
  const installedFor = await readFile(stamp, "utf8");
  return installedFor === `${machine} full` || installedFor === `${machine} ${set}`;
}

/**
 * Runs the scripts of those development packages that `allowScripts` allows: only the package with the tests' Postgres
 * needs one. `ensureSqlite` sets SQLite up.
 * @param {PackageSet} set
 */
async function runScripts(set) {
  const { allowScripts } = JSON.parse(await readFile("package.json", "utf8"));
  const installed = Object.entries(await packagesIn(installedLock));
  const names = installed
    .filter(([, { dev, hasInstallScript }]) => dev && hasInstallScript)
    .map(([path]) => path.replace(/^node_modules\//, ""))
    .filter((name) => allowScripts[name]);
  const { ok, output } = names.length > 0 ? await runNpm(["rebuild", ...names]) : nothing;
  if (!ok) fail(phrases.notSetUp(names.join(", ")), output);
  await writeFile(stamp, `${machine} ${set}`);
}

const nothing = { ok: true, output: "" };
