// @ts-check
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fail } from "./fail.mjs";
import { phase } from "./phase.mjs";
import { runNpm, runQuietly } from "./run-quietly.mjs";

/** The package of SQLite for this Node: the same rule as in server/storage/connection/sqlite-engine.ts. */
export const sqlitePackage =
  Number(process.versions["napi"]) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";

const manifest = `node_modules/${sqlitePackage}/package.json`;
const compiled = `node_modules/${sqlitePackage}/build/Release/better_sqlite3.node`;
const title = `Making SQLite for Node ${process.versions.node} (a minute or two)`;

/** Sets SQLite up, unless it works already. For newer Nodes the package has a binary; for Node 20 it is compiled. */
export async function ensureSqlite() {
  if ((await tryIt()).ok) return;
  const made = await phase(title, () => runNpm(["rebuild", sqlitePackage], ownHeaders()));
  const tried = await tryIt();
  if (made.ok && tried.ok) return;
  fail(
    "Could not build SQLite (npm rebuild, above). It needs a C++ compiler, make and Python; with Node 24 most machines need none of them.",
    made.ok ? tried.output : made.output,
  );
}

/**
 * Keeps the SQLite that was compiled while `npm ci` removes all packages: compiling it again takes minutes.
 * @returns {Promise<() => Promise<void>>} what puts it back, if the installed version is still the same
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

/** In a process of its own: one that was made for another Node can crash. */
function tryIt() {
  const script = `new (require("${sqlitePackage}"))(":memory:").close()`;
  return runQuietly(process.execPath, ["--eval", script]);
}

/**
 * Lets the compiler use the headers that Node usually brings, so that compiling SQLite downloads nothing.
 * @returns {Record<string, string>}
 */
function ownHeaders() {
  const prefix = dirname(dirname(process.execPath));
  const brought = existsSync(join(prefix, "include", "node", "node_version.h"));
  return brought && !process.env["npm_config_nodedir"] ? { npm_config_nodedir: prefix } : {};
}
