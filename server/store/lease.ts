import { sql } from "kysely";
import type { Database } from "./schema.ts";

/**
 * The tasks that one process does for all, and how long the lease of each lasts without being renewed: short enough
 * that another process continues within a minute after the holder died. Each task has a table with one row.
 */
const lastsMs = { courier: 30_000, watch: 20_000 };
type Task = keyof typeof lastsMs;

const until = (task: Task) => sql`clock_ms() + ${sql.lit(lastsMs[task])}`;

/**
 * True if a process may take the lease: its last holder has given it back, or it has expired. The store's own clock
 * decides, because the clocks of machines differ. A lease that ends later than any lease can was taken before the clock
 * was set back.
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
 * Renews the lease; returns false when another process has taken it. In a transaction, the row of the lease also stays
 * locked until the transaction ends.
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

/** True if a process holds the lease. The lease expires by itself after the process has died. */
export async function isLeaseHeld(database: Database, task: Task): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ${sql.table(task)} where not ${isFree(task)}`.execute(database);
  return rows.length > 0;
}
