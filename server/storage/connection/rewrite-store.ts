import { sql } from "kysely";
import type { Database } from "#server/storage/tables.ts";
import { StoreOutage } from "./errors.ts";
import type { Store } from "./open-database.ts";

/**
 * Nothing of erased people stays in the files of SQLite. `secure_delete` overwrites what is deleted, but not the bytes
 * that were left in a page when its rows moved to another one: only a file that is written anew is free of them.
 */
export async function rewriteStore(database: Database, kind: Store["kind"]): Promise<void> {
  if (kind === "postgres") return;
  await sql`vacuum`.execute(database);
  // A program that reads for more than some seconds keeps the old log. SQLite reports this in a row, not as an error.
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  if (rows[0]?.busy !== 0) throw new StoreOutage(stillRead);
}

const stillRead =
  "another command or program is still reading the store (backup does this too), so what was erased is still in leads.sqlite-wal";
