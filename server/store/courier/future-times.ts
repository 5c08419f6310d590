import { sql } from "kysely";
import type { Database } from "#server/store/tables.ts";

const minuteMs = 60_000;

/** The longest back-off of the courier, also if ActiveCampaign asks for a longer one. */
export const maxBackOffMs = 15 * minuteMs;

/**
 * How far in the future each of these times can be. `sent_at` is the time of sending, so it is never in the future for
 * its own machine; one minute is allowed because the clocks of machines differ.
 */
const maxAhead = [
  { table: "deliveries", column: "due_at", ms: 60 * minuteMs },
  { table: "removals", column: "due_at", ms: 60 * minuteMs },
  { table: "imports", column: "check_at", ms: 10 * minuteMs },
  { table: "imports", column: "sent_at", ms: minuteMs },
  { table: "courier", column: "back_off_until", ms: maxBackOffMs },
  { table: "courier", column: "probe_at", ms: minuteMs },
] as const;

/**
 * Replaces each time that is further in the future than is possible by the present time: it was written before the
 * clock was set back.
 */
export async function limitFutureTimes(database: Database, now: number): Promise<void> {
  for (const { table, column, ms } of maxAhead)
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${now}
      where ${sql.ref(column)} > ${now + ms}`.execute(database);
}
