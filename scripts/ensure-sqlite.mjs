// @ts-check
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fail } from "./fail.mjs";
import { phase } from "./phase.mjs";
import { runNpm, runQuietly } from "./run-quietly.mjs";

/** The SQLite of the Node that runs, by the rule of server/storage/sqlite-engine.ts. */
export const sqlitePackage =
  Number(process.versions["napi"]) >= 10 ? "better-sqlite3" : "better-sqlite3-node20";

const title = `Making SQLite for Node ${process.versions.node} (a minute or two)`;

/** Makes the installed SQLite, unless it works: it comes ready-made for newer Nodes, and is compiled for Node 20. */
export async function ensureSqlite() {
  if ((await tryIt()).ok) return;
  const made = await phase(title, () => runNpm(["rebuild", sqlitePackage], ownHeaders()));
  const tried = await tryIt();
  if (made.ok && tried.ok) return;
  fail(
    "Could not make SQLite (npm rebuild, above). It takes a C++ compiler, make and Python; with Node 24 most machines need none of them.",
    made.ok ? tried.output : made.output,
  );
}

/** In a process of its own: one that was made for another Node can crash. */
function tryIt() {
  const script = `new (require("${sqlitePackage}"))(":memory:").close()`;
  return runQuietly(process.execPath, ["--eval", script]);
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
