import { sql } from "kysely";
import { outages } from "#phrases/store-outages.ts";
import { StoreOutage } from "#server/store/connection/errors.ts";
import type { Database } from "#server/store/tables.ts";

/**
 * Removes the traces of erased people from the files of SQLite, by writing all rows anew. `secure_delete` overwrites
 * deleted rows, but not the bytes that stay behind in a page when a row moves to another page.
 */
export async function rewriteStore(database: Database, kind: "sqlite" | "postgres"): Promise<void> {
  if (kind === "postgres") return;
  await sql`vacuum`.execute(database);
  // While another program reads the store, SQLite cannot empty the write-ahead log. SQLite reports this only in the
  // result of the checkpoint, and throws no error.
  const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(database);
  if (rows[0]?.busy !== 0) throw new StoreOutage(outages.stillRead);
}
