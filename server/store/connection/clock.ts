import { sql } from "kysely";
import type { Database } from "#server/store/tables.ts";

/** The clock of the store, in milliseconds. All processes use it, because the clocks of their machines may differ. */
export async function readClock(database: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select clock_ms() as now`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("The store doesn't tell the time.");
  return row.now;
}
