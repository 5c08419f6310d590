import { sql } from "kysely";
import type { Writing } from "#server/store/tables.ts";

/** What only one process does at a time, each with the number of its lock in Postgres. */
const locks = { migrate: 20_261_110, countPresses: 20_261_111 };

/** Postgres ends a transaction whose server was lost with its network, because all other servers wait for its lock. */
const lostAfterMs = 5_000;

/**
 * Waits until no other process holds the lock of this work. The lock ends with the transaction: behind a pooler in
 * transaction mode, the lock of a session would stay on one of the pooler's connections.
 */
export async function takeLock(
  transaction: Writing,
  { to }: { to: keyof typeof locks },
): Promise<void> {
  await sql`select set_config('idle_in_transaction_session_timeout', ${String(lostAfterMs)}, true),
    pg_advisory_xact_lock(${sql.lit(locks[to])})`.execute(transaction);
}
