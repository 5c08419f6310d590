import { isPostgres } from "#server/store/connection/durability.ts";
import { takeLock } from "#server/store/connection/postgres-locks.ts";
import type { Database } from "#server/store/tables.ts";

/**
 * Counts many presses with one write to the disk, which takes longer than all the counting. In Postgres one process does
 * this at a time: two transactions with many places could each wait for a place of the other. Postgres would notice this
 * after a second, and undo all places of one of them.
 */
export function inOneCommit<Result>(
  database: Database,
  count: (writing: Database) => Promise<Result>,
): Promise<Result> {
  return database.transaction().execute(async (writing) => {
    if (isPostgres(writing)) await takeLock(writing, { to: "countPresses" });
    return count(writing);
  });
}
