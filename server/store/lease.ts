import { sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * What one process does for all, each a table with one row, and how long its lease lasts without being renewed: short
 * enough that another process goes on within a minute after its holder died.
 */
const lastsMs = { courier: 30_000, watch: 20_000 };
type Task = keyof typeof lastsMs;

const until = (task: Task) => sql`clock_ms() + ${sql.lit(lastsMs[task])}`;

/**
 * Whether a process may take the lease: its last holder has given it back, or it has expired by the store's own clock,
 * because the clocks of machines differ. A lease that ends later than any can was taken before the clock was set back.
 */
const isFree = (task: Task) =>
  sql`(expires_at <= clock_ms() or expires_at > ${until(task)} + ${sql.lit(lastsMs[task])})`;

/** Gives the lease to one process. Each holder gets a new token, and an older token has no effect any more. */
export async function takeLease(database: Database, task: Task): Promise<number | undefined> {
  const { rows } = await sql<{ token: number }>`
    update ${sql.table(task)} set token = token + 1, expires_at = ${until(task)}
    where ${isFree(task)} returning token`.execute(database);
  return rows[0]?.token;
}

/**
 * Returns false when another process has taken the lease. In a transaction, it also locks the row until the transaction
 * ends.
 */
export async function extendLease(database: Database, task: Task, token: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(task)} set expires_at = ${until(task)} where token = ${token}
  `.execute(database);
  return numAffectedRows === 1n;
}

export async function giveLeaseBack(database: Database, task: Task, token: number): Promise<void> {
  await sql`
    update ${sql.table(task)} set expires_at = 0 where token = ${token}
  `.execute(database);
}

/** Whether a process holds the lease. It expires by itself after the process has died. */
export async function isLeaseHeld(database: Database, task: Task): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(task)} where not ${isFree(task)}`.execute(database);
  return rows.length > 0;
}
