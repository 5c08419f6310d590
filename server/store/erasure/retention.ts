import { pages } from "#server/store/connection/queries.ts";
import type { Database, Writing } from "#server/store/row-types.ts";
import { heldInQuery } from "#server/store/submissions/held-submissions.ts";
import { lockLeads } from "./erasure.ts";

/** The milliseconds between two removals of old sign-ups. */
export const retentionEveryMs = 60 * 60_000;

/** Notes when old sign-ups were last removed, at a time that was confirmed. */
export async function saveTrustedTime(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ retention_ran_at: now }).execute();
}

export type RetentionLimits = {
  /** Held submissions from before this moment are removed. */
  heldUntil: number;
  /** All other submissions, and leads, from before this moment are removed. If it is undefined, they are kept. */
  restUntil: number | undefined;
};

/** `undelivered` counts the removed leads that were never delivered to ActiveCampaign. */
export type Removed = { held: number; signUps: number; leads: number; undelivered: number };

/** Called after each full batch, and may wait so that sign-ups come first. Resolves to false to stop the removal. */
type GoOn = () => Promise<boolean>;

/**
 * How many rows a batch has: few enough that a sign-up never waits long, because SQLite has only one writer at a time.
 */
const batchSize = 200;

/**
 * Removes submissions and leads that have been kept long enough, in small batches. The removal can be run again: the
 * result is the same. Old rows are searched among all rows, because no index has the times: once an hour, one look at all
 * of 500,000 rows costs less (0.07 s in SQLite, 0.3 s in Postgres).
 */
export async function removeExpired(
  database: Database,
  { heldUntil, restUntil }: RetentionLimits,
  goOn: GoOn = () => Promise.resolve(true),
): Promise<Removed> {
  const removed = { held: 0, signUps: 0, leads: 0, undelivered: 0 };
  const signUps = database.selectFrom("submissions").select("id").orderBy("id").limit(batchSize);
  const held = signUps.where(heldInQuery).where("received_at", "<", heldUntil);
  for await (const ids of batches((id) => held.where("id", ">", id).execute(), goOn)) {
    await database.deleteFrom("submissions").where("id", "in", ids).where(heldInQuery).execute();
    removed.held += ids.length;
  }
  if (restUntil === undefined) return removed;
  const derived = signUps.where("derived_at", "is not", null).where("received_at", "<", restUntil);
  for await (const ids of batches((id) => derived.where("id", ">", id).execute(), goOn)) {
    await database.deleteFrom("submissions").where("id", "in", ids).execute();
    removed.signUps += ids.length;
  }
  // The time of the last sign-up counts, so that the lead of a person who signed up again stays.
  const leads = database.selectFrom("leads").select("id").orderBy("id").limit(batchSize);
  const old = leads.where("updated_at", "<", restUntil);
  for await (const ids of batches((id) => old.where("id", ">", id).execute(), goOn)) {
    const states = await database
      .transaction()
      .execute((writing) => removeStillOld(writing, ids, restUntil));
    removed.leads += states.length;
    removed.undelivered += states.filter((state) => state !== "delivered").length;
  }
  return removed;
}

async function* batches(
  rowsAfter: (lastId: number) => Promise<{ id: number }[]>,
  goOn: GoOn,
): AsyncGenerator<number[]> {
  for await (const rows of pages(rowsAfter)) {
    yield rows.map(({ id }) => id);
    if (rows.length < batchSize || !(await goOn())) return;
  }
}

/**
 * Removes the leads that are still old when their times are read again under a lock: a new submission may have updated
 * a lead since it was read. Returns the states of their deliveries.
 */
async function removeStillOld(writing: Writing, ids: number[], until: number) {
  const locked = lockLeads(writing).where("id", "in", ids).where("updated_at", "<", until);
  const oldIds = (await locked.execute()).map(({ id }) => id);
  if (oldIds.length === 0) return [];
  const deliveries = await writing
    .deleteFrom("deliveries")
    .where("lead_id", "in", oldIds)
    .returning("state")
    .execute();
  await writing.deleteFrom("leads").where("id", "in", oldIds).execute();
  return deliveries.map(({ state }) => state);
}
