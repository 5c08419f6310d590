import { PostgresAdapter, sql } from "kysely";
import type { Database } from "#server/store/row-types.ts";

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}

/** The clock of the store, in milliseconds. All processes use it, because the clocks of their machines may differ. */
export async function readClock(database: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select clock_ms() as now`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("The store doesn't tell the time.");
  return row.now;
}

/** Yields the rows of a query page by page, so that a million rows take no more memory than one page. */
export async function* pages<Row extends { id: number }>(
  pageAfter: (lastId: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let page = await pageAfter(0); page.length > 0; ) {
    yield page;
    page = await pageAfter(page.at(-1)?.id ?? Infinity);
  }
}
