import { sql } from "kysely";
import type { Database, Writing } from "#server/store/tables.ts";

/** The process that holds the lease is the courier. Each holder has a new token, and an older token has no effect any more. */
export type Lease = { token: number };

/**
 * How long a lease lasts: longer than any request may take, and short enough that another process goes on within a
 * minute. Each statement compares by the store's own clock, because the clocks of machines differ.
 */
const leaseMs = 30_000;
const leaseEnd = sql<number>`clock_ms() + ${sql.lit(leaseMs)}`;

/**
 * Gives the lease to one process, once its last holder has given it back or the lease has expired. A lease that ends
 * later than any can was taken before the clock was set back.
 */
export function takeLease(database: Database): Promise<Lease | undefined> {
  return database
    .updateTable("courier")
    .set((query) => ({ token: query("token", "+", 1), expires_at: leaseEnd }))
    .where(
      sql<boolean>`(expires_at <= clock_ms() or expires_at > clock_ms() + ${sql.lit(2 * leaseMs)})`,
    )
    .returning("token")
    .executeTakeFirst();
}

/** Whether a process is the courier now. A lease expires half a minute after the process has died. */
export async function isCourierAtWork(database: Database): Promise<boolean> {
  const row = await database
    .selectFrom("courier")
    .select("token")
    .where("expires_at", ">", sql<number>`clock_ms()`)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns false when another process has become the courier. In a transaction, it also locks the courier's row until
 * the transaction ends.
 */
export async function extendLease(
  database: Database | Writing,
  { token }: Lease,
): Promise<boolean> {
  const extended = await database
    .updateTable("courier")
    .set({ expires_at: leaseEnd })
    .where("token", "=", token)
    .executeTakeFirstOrThrow();
  return extended.numUpdatedRows === 1n;
}

export async function giveLeaseBack(database: Database, { token }: Lease): Promise<void> {
  await database.updateTable("courier").set({ expires_at: 0 }).where("token", "=", token).execute();
}
