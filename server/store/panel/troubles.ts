import { sql } from "kysely";
import type { Database, Tables } from "#server/store/tables.ts";

export type TroubleRow = Tables["troubles"];

/** A trouble is over when no process has found it for this long, so that a trouble that comes and goes is told once. */
export const absentMs = 60_000;

/** Longer than the time limit of a message: after it another process may send a message that was begun and not finished. */
const tellingMs = 30_000;

/** All troubles that were ever found, each with its newest times. There are as many rows as names of troubles. */
export function readTroubles(database: Database): Promise<TroubleRow[]> {
  return database.selectFrom("troubles").selectAll().orderBy("name").execute();
}

/**
 * Notes that a process has found the trouble. Returns true if the trouble has begun with it. Each row is written by a
 * statement of its own, because two processes that write several rows in different orders would block each other.
 */
export async function noteTrouble(database: Database, name: string, now: number): Promise<boolean> {
  const seen = await database
    .updateTable("troubles")
    .set({ seen_at: now })
    .where("name", "=", name)
    .where("over_at", "is", null)
    .executeTakeFirstOrThrow();
  return seen.numUpdatedRows === 0n && beginTrouble(database, name, now);
}

/** A trouble that is back before the operator was told of its end has never ended for the operator. */
async function beginTrouble(database: Database, name: string, now: number): Promise<boolean> {
  const times = { began_at: now, seen_at: now, telling_until: 0 };
  const begun = await database
    .insertInto("troubles")
    .values({ name, ...times, over_at: null, told_began_at: null, told_over_at: null })
    .onConflict((conflict) =>
      conflict
        .column("name")
        .doUpdateSet({
          began_at: sql`case when troubles.told_began_at is not null and troubles.told_over_at is null
            then troubles.began_at else ${now} end`,
          seen_at: now,
          over_at: null,
          told_began_at: sql`case when troubles.told_over_at is null then troubles.told_began_at end`,
          told_over_at: null,
        })
        .where("troubles.over_at", "is not", null),
    )
    .returning("name")
    .executeTakeFirst();
  return begun !== undefined;
}

/** Ends the trouble unless a process has found it lately. Returns true for the one process that has ended it. */
export async function endTrouble(database: Database, name: string, now: number): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("troubles")
    .set({ over_at: now })
    .where("name", "=", name)
    .where("over_at", "is", null)
    .where(({ or, eb }) =>
      // A time in the future was written before the clock was set back.
      or([eb("seen_at", "<=", now - absentMs), eb("seen_at", ">", now + absentMs)]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** What the operator must be told about a trouble, and when that happened. */
export type Untold = { name: string; state: "began" | "over"; at: number };

/** An end is told only if the beginning was told. */
export function untoldOf(row: TroubleRow): Untold | undefined {
  const { name, began_at, over_at, told_began_at, told_over_at } = row;
  if (over_at === null)
    return told_began_at === null ? { name, state: "began", at: began_at } : undefined;
  return told_began_at !== null && told_over_at === null
    ? { name, state: "over", at: over_at }
    : undefined;
}

/** Takes the right to send what is untold about a trouble; undefined if another process has it, or all is told. */
export async function claimTelling(
  database: Database,
  name: string,
  now: number,
): Promise<Untold | undefined> {
  const row = await database
    .updateTable("troubles")
    .set({ telling_until: now + tellingMs })
    .where("name", "=", name)
    .where(({ or, eb }) =>
      or([eb("telling_until", "<=", now), eb("telling_until", ">", now + tellingMs)]),
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const untold = untoldOf(row);
  if (untold === undefined) await releaseTelling(database, name);
  return untold;
}

export async function releaseTelling(database: Database, name: string): Promise<void> {
  await database
    .updateTable("troubles")
    .set({ telling_until: 0 })
    .where("name", "=", name)
    .execute();
}

/**
 * Records that the operator was told. If the trouble has begun again since its end was claimed, it is a new one, and
 * must be told anew.
 */
export async function recordTold(
  database: Database,
  { name, state }: Pick<Untold, "name" | "state">,
  now: number,
): Promise<void> {
  await database
    .updateTable("troubles")
    .set(
      state === "began"
        ? { told_began_at: now, telling_until: 0 }
        : {
            told_began_at: sql`case when over_at is null then null else told_began_at end`,
            told_over_at: sql`case when over_at is null then null else cast(${now} as bigint) end`,
            telling_until: 0,
          },
    )
    .where("name", "=", name)
    .execute();
}
