import { sql } from "kysely";
import { hourMs } from "#event/time-zone.ts";
import type { Database } from "#server/store/tables.ts";

/** How much is removed at once: the counts of these hours are few, so that no sign-up waits long. */
const batchMs = 24 * hourMs;

const tables = [
  { name: "visit_counts", column: "hour" },
  { name: "minute_counts", column: "minute" },
  { name: "page_health", column: "hour" },
];

/** Removes the counts from before this moment, the oldest first. The totals of the steps stay. */
export async function removeOldCounts(
  database: Database,
  until: number,
  goOn: () => Promise<boolean>,
): Promise<void> {
  for (const { name, column } of tables) {
    const [table, at] = [sql.table(name), sql.ref(column)];
    const oldest = sql<{ at: number | null }>`select min(${at}) as at from ${table}`;
    for (;;) {
      const { rows } = await oldest.execute(database);
      const since = rows[0]?.at ?? until;
      if (since >= until) break;
      const to = Math.min(since + batchMs, until);
      await sql`delete from ${table} where ${at} < ${to}`.execute(database);
      if (!(await goOn())) return;
    }
  }
}
