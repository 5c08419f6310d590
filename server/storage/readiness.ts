import { sql } from "kysely";
import type { Database } from "./tables.ts";

/**
 * Writes, and waits for the disk, as a sign-up would; throws when it cannot. What is written changes
 * nothing: it is Kysely's own row, the only one that every migrated store is sure to have.
 */
export async function tryStoring(database: Database): Promise<void> {
  const { numAffectedRows } =
    await sql`update kysely_migration_lock set is_locked = is_locked`.execute(database);
  if (numAffectedRows !== 1n) throw new Error("The store has lost its row for migrations.");
}
