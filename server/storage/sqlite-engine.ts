import { createRequire } from "node:module";
import { versions } from "node:process";
import type Engine from "better-sqlite3";

export type SqliteFile = Engine.Database;

/** better-sqlite3 13 asks for this Node-API; a Node without it crashes at the first file, and no Node 20 has it. */
const neededNodeApi = 10;

// Not `import`: a build would look for both, and where one works the other is not installed.
const require = createRequire(import.meta.url);

/** SQLite for the Node that runs. `scripts/ensure-sqlite.mjs` chooses by the same rule. */
export const Sqlite: typeof Engine =
  Number(versions["napi"]) >= neededNodeApi
    ? require("better-sqlite3")
    : require("better-sqlite3-node20");
