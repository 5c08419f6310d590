import { PostgresAdapter } from "kysely";
import type { Database } from "#server/store/schema.ts";

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
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
