import type { Database } from "#server/store/tables.ts";

/** The process that holds the lease is the courier. Each holder has a new token, and an older token has no effect any more. */
export type Lease = { token: number };

/**
 * How long a lease lasts: longer than any request may take, and short enough that another process goes on within a
 * minute.
 */
const leaseMs = 30_000;

/** A lease that expires further in the future than this was taken before the clock was set back, and does not count. */
const maxAheadMs = 2 * leaseMs;

/** Gives the lease to one process, once its last holder has given it back or the lease has expired. */
export function takeLease(database: Database, now: number): Promise<Lease | undefined> {
  return database
    .updateTable("courier")
    .set((query) => ({ token: query("token", "+", 1), expires_at: now + leaseMs }))
    .where((lease) =>
      lease.or([lease("expires_at", "<=", now), lease("expires_at", ">", now + maxAheadMs)]),
    )
    .returning("token")
    .executeTakeFirst();
}

/** Whether a process is the courier now. A lease expires half a minute after the process has died. */
export async function isCourierAtWork(database: Database, now: number): Promise<boolean> {
  const { expires_at } = await database
    .selectFrom("courier")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at > now && expires_at <= now + maxAheadMs;
}

/**
 * Returns false when another process has become the courier. In a transaction, it also locks the courier's row until
 * the transaction ends.
 */
export async function extendLease(
  database: Database,
  { token }: Lease,
  now: number,
): Promise<boolean> {
  const extended = await database
    .updateTable("courier")
    .set({ expires_at: now + leaseMs })
    .where("token", "=", token)
    .executeTakeFirstOrThrow();
  return extended.numUpdatedRows === 1n;
}

export async function giveLeaseBack(database: Database, { token }: Lease): Promise<void> {
  await database
    .updateTable("courier")
    .set({ expires_at: 0 })
    .where("token", "=", token)
    .executeTakeFirstOrThrow();
}
