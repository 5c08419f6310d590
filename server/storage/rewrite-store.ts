import { sql } from "kysely";
import type { Store } from "./open-database.ts";
import type { Database } from "./tables.ts";

/**
 * Nothing of erased people stays in the files of SQLite. `secure_delete` overwrites what is deleted, but not the bytes
 * that were left in a page when its rows moved to another one: only a file that is written anew is free of them.
 */
export async function rewriteStore(database: Database, kind: Store["kind"]): Promise<void> {
  if (kind === "postgres") return;
  await sql`vacuum`.execute(database);
  await sql`pragma wal_checkpoint(truncate)`.execute(database);
}
