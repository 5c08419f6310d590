import type { Database, Tables } from "#server/store/schema.ts";

export type TroubleRow = Tables["troubles"];

/** All troubles that were ever found, each with its newest times. There are as many rows as names of troubles. */
export function readTroubles(database: Database): Promise<TroubleRow[]> {
  return database.selectFrom("troubles").selectAll().orderBy("name").execute();
}

/** When each trouble began that has not ended. */
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
