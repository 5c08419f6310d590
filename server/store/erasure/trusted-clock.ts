import type { Database } from "#server/store/tables.ts";

/** The milliseconds between two removals of old sign-ups; before each one the clock is checked. */
export const retentionEveryMs = 60 * 60_000;

/**
 * The last time at which retention trusted the machine's clock. If retention never trusted it, the time of the newest
 * submission; undefined if there is no submission.
 */
export async function readTrustedTime(database: Database): Promise<number | undefined> {
  const { clock_trusted_at } = await database
    .selectFrom("courier")
    .select("clock_trusted_at")
    .executeTakeFirstOrThrow();
  if (clock_trusted_at !== null) return clock_trusted_at;
  const newest = await database
    .selectFrom("submissions")
    .select("received_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.received_at;
}

export async function saveTrustedTime(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ clock_trusted_at: now }).execute();
}
