import { sql } from "kysely";
import { isPostgres } from "#server/storage/connection/durability.ts";
import type { Database } from "#server/storage/tables.ts";

/** The number of the lock. Kysely's migrations have another one. */
const lockNumber = 20_261_111;

/** Postgres ends a transaction whose server was lost with its network, because all other servers wait for its lock. */
const lostAfterMs = 5_000;

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
    if (isPostgres(writing)) await takeTurn.execute(writing);
    return count(writing);
  });
}

const takeTurn = sql`
  select set_config('idle_in_transaction_session_timeout', ${String(lostAfterMs)}, true),
    pg_advisory_xact_lock(${sql.lit(lockNumber)})`;
