import type { Database } from "#server/store/tables.ts";

/** The milliseconds between two removals of old sign-ups. */
export const retentionEveryMs = 60 * 60_000;

/** Notes when old sign-ups were last removed, at a time that was confirmed. */
export async function saveTrustedTime(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ retention_ran_at: now }).execute();
}
