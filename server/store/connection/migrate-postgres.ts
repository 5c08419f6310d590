import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { migrate } from "#server/store/migrations/migrate.ts";
import type { Database } from "#server/store/tables.ts";
import { isLockTimeout } from "./errors.ts";
import { takeLock } from "./postgres-locks.ts";

/** While a migration waits for a table, the sign-ups of the servers that still run wait behind it. */
const waitForTableMs = 1_000;
const retryMs = 1_000;

/**
 * Brings the tables in Postgres up to date. Processes that start together migrate one after the other; the later ones find
 * nothing left to do. While a copy or another long reader uses a table, the migration tries again and again.
 */
export async function migratePostgres(database: Database): Promise<void> {
  while (!(await tryToMigrate(database))) await sleep(retryMs);
}

/** Returns false, and leaves the tables as they were, if one of them was in use for too long. */
async function tryToMigrate(database: Database): Promise<boolean> {
  // Each query sees what other processes have committed meanwhile, also where the role's default is another level.
  const transaction = database.transaction().setIsolationLevel("read committed");
  try {
    await transaction.execute(async (transaction) => {
      await takeLock(transaction, { to: "migrate" });
      await sql`set local lock_timeout = ${sql.lit(waitForTableMs)}`.execute(transaction);
      await migrate(transaction, "bigserial");
    });
    return true;
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
