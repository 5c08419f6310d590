import { retentionEveryMs } from "#server/store/erasure/trusted-clock.ts";
import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";
import type { Database } from "#server/store/tables.ts";

export type Work = {
  /** True if leads can be derived from submissions. */
  toDerive: boolean;
  /** True if a delivery, a removal or the check of an import is due, or if a courier died amid its work. */
  toDeliver: boolean;
  /** True if an hour has passed since old sign-ups were removed. */
  retentionIsDue: boolean;
};

/** Finds out, in one query that reads a few entries of indexes, whether a courier has anything to do now. */
export async function findWork(database: Database, now: number): Promise<Work> {
  const { expires_at, clock_trusted_at, ...found } = await database
    .selectFrom("courier")
    .select(({ exists, selectFrom }) => [
      "expires_at",
      "clock_trusted_at",
      exists(
        selectFrom("submissions")
          .select("id")
          .where("derived_at", "is", null)
          .where(notHeldInQuery),
      ).as("underived"),
      exists(selectFrom("deliveries").select("lead_id").where("due_at", "<=", now)).as("delivery"),
      exists(selectFrom("removals").select("email_hash").where("due_at", "<=", now)).as("removal"),
      exists(selectFrom("imports").select("id").where("check_at", "<=", now)).as("import"),
    ])
    .executeTakeFirstOrThrow();
  // A lease that has expired, and was not given back, belonged to a courier that died. The deliveries that it had claimed
  // are not due: only the next holder of the lease makes them due.
  const hasDied = expires_at > 0 && expires_at <= now;
  return {
    toDerive: Boolean(found.underived),
    toDeliver: [found.delivery, found.removal, found.import, hasDied].some(Boolean),
    retentionIsDue: (clock_trusted_at ?? 0) <= now - retentionEveryMs,
  };
}
