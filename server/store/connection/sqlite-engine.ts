import { createRequire } from "node:module";
import { versions } from "node:process";
import type Engine from "better-sqlite3";

export type SqliteFile = Engine.Database;

/**
 * The version of Node-API that better-sqlite3 13 needs. On a Node without this version, such as every Node 20, the
 * process crashes when better-sqlite3 opens its first file.
 */
const neededNodeApi = 10;

// The SQLite package is loaded with `require`, because a build would resolve the imports of both packages, and only one
// is installed.
const require = createRequire(import.meta.url);

/**
 * The package with the SQLite that works on this version of Node. `scripts/setup/ensure-sqlite.mjs` has the same rule.
 */
export const Sqlite: typeof Engine =
  Number(versions["napi"]) >= neededNodeApi
    ? require("better-sqlite3")
    : require("better-sqlite3-node20");
