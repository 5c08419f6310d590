import { sql } from "kysely";
import type { Database } from "./tables.ts";

const minuteMs = 60_000;

/** The longest silence that is kept, whatever ActiveCampaign asks for. */
export const longestSilenceMs = 15 * minuteMs;

/** How long each of these rests at most. Only `sent_at` is of the past: the minute is for clocks that differ. */
const longestRests = [
  { table: "deliveries", column: "due_at", ms: 60 * minuteMs },
  { table: "removals", column: "due_at", ms: 60 * minuteMs },
  { table: "imports", column: "check_at", ms: 10 * minuteMs },
  { table: "imports", column: "sent_at", ms: minuteMs },
  { table: "courier", column: "silent_until", ms: longestSilenceMs },
  { table: "courier", column: "probe_at", ms: minuteMs },
] as const;

/** A time further ahead than its longest rest was written before the clock was set back: it counts as now. */
export async function bringNear(database: Database, now: number): Promise<void> {
  for (const { table, column, ms } of longestRests)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now}
      where ${sql.ref(column)} > ${now + ms}`.execute(database);
}
