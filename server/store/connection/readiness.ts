import { sql } from "kysely";
import { outages } from "#phrases/store-outages.ts";
import type { Database, Writing } from "#server/store/tables.ts";
import { refuseNotDurable } from "./durability.ts";
import { StoreOutage } from "./errors.ts";

/**
 * Writes to the store and waits for the disk, as a sign-up does; throws when the write fails, or when a Postgres
 * setting that keeps commits through a power cut is off. It changes a value of a row that nothing else uses and changes
 * it back, because SQLite writes nothing when a value stays the same.
 */
export async function tryStoring(database: Database): Promise<void> {
  await database.transaction().execute(async (writing) => {
    await flipLock(writing);
    await flipLock(writing);
  });
  await refuseNotDurable(database);
}

async function flipLock(writing: Writing): Promise<void> {
  const { numAffectedRows } =
    await sql`update kysely_migration_lock set is_locked = 1 - is_locked`.execute(writing);
  if (numAffectedRows !== 1n) throw new StoreOutage(outages.noMigrationRow);
}
