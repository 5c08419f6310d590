// @ts-check
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail } from "./fail.mjs";
import { phrases } from "./phrases.mjs";
import { runNpm, runQuietly } from "./run-quietly.mjs";
import { doneOrFailed, withProgress } from "./with-progress.mjs";

/** The package of SQLite for this Node, chosen by the same rule as in server/store/connection/sqlite.ts. */
export const sqlitePackage =
  Number(process.versions["napi"]) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";

const manifest = `node_modules/${sqlitePackage}/package.json`;
const compiled = `node_modules/${sqlitePackage}/build/Release/better_sqlite3.node`;
const title = phrases.settingUpSqlite(process.versions.node);

/**
 * Sets SQLite up, unless it works already. On Node 20 its package is compiled; for newer Nodes the package brings a
 * binary.
 */
export async function ensureSqlite() {
  if ((await openSqlite()).ok) return;
  const build = () => runNpm(["rebuild", sqlitePackage], ownHeaders());
  const built = await withProgress(title, build, doneOrFailed);
  const opened = await openSqlite();
  if (built.ok && opened.ok) return;
  fail(phrases.noSqlite, built.ok ? opened.output : built.output);
}

/**
 * Keeps the compiled SQLite while `npm ci` removes all packages: compiling it again takes minutes.
 * @returns {Promise<() => Promise<void>>} a function that puts it back, if the installed version is still the same
 */
export async function keepSqlite() {
  const [kept, version] = await Promise.all([readFile(compiled), readFile(manifest, "utf8")]).catch(
    () => [],
  );
  return async () => {
    if (!kept || (await readFile(manifest, "utf8")) !== version) return;
    await mkdir(dirname(compiled), { recursive: true });
    await writeFile(compiled, kept);
  };
}

/**
 * Tries SQLite in a separate process, because a binary for another version of Node can crash the process that opens it.
 */
function openSqlite() {
  const script = `new (require("${sqlitePackage}"))(":memory:").close()`;
  return runQuietly(process.execPath, ["--eval", script]);
}

/**
 * Lets the compiler use the headers that usually come with Node, so that compiling SQLite downloads nothing.
 * @returns {Record<string, string>}
 */
function ownHeaders() {
  const prefix = dirname(dirname(process.execPath));
  const brought = existsSync(join(prefix, "include", "node", "node_version.h"));
  return brought && !process.env["npm_config_nodedir"] ? { npm_config_nodedir: prefix } : {};
}
