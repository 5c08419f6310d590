import type { Database } from "./tables.ts";

/** Whether some process is the courier just now: its lease runs out half a minute after its end. */
export async function isCourierAtWork(database: Database, now: number): Promise<boolean> {
  const { expires_at } = await database
    .selectFrom("courier")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  return expires_at > now;
}
