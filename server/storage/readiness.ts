import { sql } from "kysely";
import { BrokenStore } from "./broken-world.ts";
import { refuseForgetful } from "./forgetful-settings.ts";
import type { Database, Writing } from "./tables.ts";

/**
 * Writes, and waits for the disk, as a sign-up would; throws when it cannot, and when Postgres no longer
 * waits for its disk. What is written changes nothing: it is Kysely's own row, the only one that every
 * migrated store is sure to have. There and back, because SQLite does not write at all what reads as before.
 */
export async function tryStoring(database: Database): Promise<void> {
  await database.transaction().execute(async (writing) => {
    await turn(writing);
    await turn(writing);
  });
  await refuseForgetful(database);
}

async function turn(writing: Writing): Promise<void> {
  const { numAffectedRows } =
    await sql`update kysely_migration_lock set is_locked = 1 - is_locked`.execute(writing);
  if (numAffectedRows !== 1n) throw new BrokenStore("The store has lost its row for migrations.");
}
