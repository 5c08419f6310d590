import type { Database, Tables } from "#server/store/schema.ts";

export type TroubleRow = Tables["troubles"];

/** Reads all troubles that were ever found: one row for each name, with its newest times. */
export function readTroubles(database: Database): Promise<TroubleRow[]> {
  return database.selectFrom("troubles").selectAll().orderBy("name").execute();
}

/** The troubles that have not ended, and when each began. */
export function lastingIn(rows: readonly TroubleRow[]): ReadonlyMap<string, number> {
  const lasting = rows.filter(({ over_at }) => over_at === null);
  return new Map(lasting.map(({ name, began_at }) => [name, began_at]));
}

export async function saveTrouble(database: Database, row: TroubleRow): Promise<void> {
  await database
    .insertInto("troubles")
    .values(row)
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}
