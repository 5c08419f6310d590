import type { Database } from "#server/storage/tables.ts";

/** The last time at which the clock was believed; without one, the time of the newest sign-up. Undefined for an empty store. */
export async function readLastLook(database: Database): Promise<number | undefined> {
  const { looked_at } = await database
    .selectFrom("courier")
    .select("looked_at")
    .executeTakeFirstOrThrow();
  if (looked_at !== null) return looked_at;
  const newest = await database
    .selectFrom("submissions")
    .select("received_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.received_at;
}

export async function rememberLook(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ looked_at: now }).execute();
}
