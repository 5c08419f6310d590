import { sql } from "kysely";
import { isFree } from "#server/store/courier.ts";
import type { Database, Tables } from "#server/store/row-types.ts";

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

/** Longer than three looks: a server that was killed is replaced by another one within half a minute. */
const watchMs = 20_000;

/**
 * Gives the watch to one process, or lets it keep the watch. True for the process that has it: it looks and tells for all.
 * Two that tell at once, after one was suspended, do no more harm than a second message.
 */
export async function takeWatch(database: Database, holder: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("watch")
    .set({ holder, expires_at: sql<number>`clock_ms() + ${sql.lit(watchMs)}` })
    .where(sql<boolean>`holder = ${holder} or ${isFree(watchMs)}`)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function giveWatchBack(database: Database, holder: string): Promise<void> {
  await database.updateTable("watch").set({ expires_at: 0 }).where("holder", "=", holder).execute();
}
