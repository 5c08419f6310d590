import { heldFlags } from "#server/storage/submissions/held-submissions.ts";
import type { Database, DeliveryState, Writing } from "#server/storage/tables.ts";

export type Kept = {
  /** Sign-ups from before this moment that are still held back are removed. */
  heldUntil: number;
  /** The same for everything else; undefined: it is kept. */
  restUntil: number | undefined;
};

/** `undelivered` counts the removed leads that ActiveCampaign never got. */
export type Removed = { held: number; signUps: number; leads: number; undelivered: number };

/** LeadRequest after every batch: a place to rest, or to stop. */
type GoOn = () => Promise<boolean>;

/** Small enough that a sign-up never waits long for the one writer of SQLite. */
const batchSize = 200;

/** Removes what has been kept long enough, a few at a time; done twice, it gives the same result. */
export async function removeOld(
  database: Database,
  { heldUntil, restUntil }: Kept,
  goOn: GoOn = () => Promise.resolve(true),
): Promise<Removed> {
  const held = await inBatches(() => removeHeld(database, heldUntil), goOn);
  if (restUntil === undefined) return { held, signUps: 0, leads: 0, undelivered: 0 };
  const signUps = await removeSignUps(database, restUntil, goOn);
  return { held, signUps, ...(await removeLeads(database, restUntil, goOn)) };
}

async function inBatches(removeBatch: () => Promise<number>, goOn: GoOn): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await removeBatch();
    removed += batch;
    if (batch < batchSize || !(await goOn())) return removed;
  }
}

async function removeHeld(database: Database, until: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("submissions")
    .where("id", "in", (query) =>
      query
        .selectFrom("submissions")
        .select("id")
        .where("flag", "in", heldFlags)
        .where("released_at", "is", null)
        .where("received_at", "<", until)
        .orderBy("id")
        .limit(batchSize),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

async function removeSignUps(database: Database, until: number, goOn: GoOn): Promise<number> {
  let removed = 0;
  for await (const ids of oldRows((lastId) => signUpsAfter(database, lastId), until, goOn)) {
    await database.deleteFrom("submissions").where("id", "in", ids).execute();
    removed += ids.length;
  }
  return removed;
}

async function removeLeads(database: Database, until: number, goOn: GoOn) {
  const removed = { leads: 0, undelivered: 0 };
  for await (const ids of oldRows((lastId) => leadsAfter(database, lastId), until, goOn)) {
    const states = await database.transaction().execute((writing) => remove(writing, ids, until));
    removed.leads += states.length;
    removed.undelivered += states.filter((state) => state !== "delivered").length;
  }
  return removed;
}

type Row = { id: number; at: number };

/** Pages of old rows. Every row is checked, because a clock that was wrong for a while can have dated any row in the future. */
async function* oldRows(
  pageAfter: (lastId: number) => Promise<Row[]>,
  until: number,
  goOn: GoOn,
): AsyncGenerator<number[]> {
  for (let lastId = 0; ; ) {
    const page = await pageAfter(lastId);
    const old = page.filter(({ at }) => at < until).map(({ id }) => id);
    if (old.length > 0) yield old;
    const last = page.at(-1);
    if (last === undefined || page.length < batchSize || !(await goOn())) return;
    lastId = last.id;
  }
}

function signUpsAfter(database: Database, lastId: number): Promise<Row[]> {
  return database
    .selectFrom("submissions")
    .select(["id", "received_at as at"])
    .where("derived_at", "is not", null)
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

/** Leads with the time of their last sign-up, so that a person who signed up again stays. */
function leadsAfter(database: Database, lastId: number): Promise<Row[]> {
  return database
    .selectFrom("leads")
    .select(["id", "updated_at as at"])
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

/** Taken hold of first, by writing what stands there: the bookkeeper may just have brought them up to date. */
async function remove(writing: Writing, ids: number[], until: number): Promise<DeliveryState[]> {
  const old = await writing
    .updateTable("leads")
    .set((query) => ({ updated_at: query.ref("updated_at") }))
    .where("id", "in", ids)
    .where("updated_at", "<", until)
    .returning("id")
    .execute();
  const still = old.map(({ id }) => id);
  if (still.length === 0) return [];
  const deliveries = await writing
    .deleteFrom("deliveries")
    .where("lead_id", "in", still)
    .returning("state")
    .execute();
  await writing.deleteFrom("leads").where("id", "in", still).execute();
  return deliveries.map(({ state }) => state);
}
