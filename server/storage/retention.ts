import { heldFlags } from "./held-submissions.ts";
import type { Database, Writing } from "./tables.ts";

export type Kept = {
  /** What is held back, and was not released, goes when it came before this moment. */
  heldUntil: number;
  /** The same for everything else; undefined: it is kept. */
  restUntil: number | undefined;
};

export type Removed = { held: number; signUps: number; leads: number };

/** Asked after every batch: a place to rest, or to stop. */
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
  if (restUntil === undefined) return { held, signUps: 0, leads: 0 };
  const signUps = await inBatches(() => removeSignUps(database, restUntil), goOn);
  const leads = await removeLeads(database, restUntil, goOn);
  return { held, signUps, leads };
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

/** They stand in the order in which they came: the first are the oldest, and no others need be looked at. */
async function removeSignUps(database: Database, until: number): Promise<number> {
  const { numDeletedRows } = await database
    .deleteFrom("submissions")
    .where("id", "in", (query) =>
      query
        .selectFrom((first) =>
          first
            .selectFrom("submissions")
            .select(["id", "received_at"])
            .where("settled_at", "is not", null)
            .orderBy("id")
            .limit(batchSize)
            .as("first"),
        )
        .select("first.id")
        .where("first.received_at", "<", until),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/** Who signed up again later stays, wherever in the order: so all who came before then are looked at. */
async function removeLeads(database: Database, until: number, goOn: GoOn): Promise<number> {
  let removed = 0;
  let lastId = 0;
  for (;;) {
    const page = await leadsAfter(database, lastId);
    const old = page.filter((lead) => lead.updated_at < until).map(({ id }) => id);
    if (old.length > 0)
      removed += await database.transaction().execute((writing) => remove(writing, old, until));
    const last = page.at(-1);
    const isOver = page.every((lead) => lead.created_at >= until) || page.length < batchSize;
    if (last === undefined || isOver || !(await goOn())) return removed;
    lastId = last.id;
  }
}

function leadsAfter(database: Database, lastId: number) {
  return database
    .selectFrom("leads")
    .select(["id", "created_at", "updated_at"])
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(batchSize)
    .execute();
}

/** Taken hold of first, by writing what stands there: the bookkeeper may just have brought them up to date. */
async function remove(writing: Writing, ids: number[], until: number): Promise<number> {
  const old = await writing
    .updateTable("leads")
    .set((query) => ({ updated_at: query.ref("updated_at") }))
    .where("id", "in", ids)
    .where("updated_at", "<", until)
    .returning("id")
    .execute();
  const still = old.map(({ id }) => id);
  if (still.length === 0) return 0;
  await writing.deleteFrom("deliveries").where("lead_id", "in", still).execute();
  await writing.deleteFrom("leads").where("id", "in", still).execute();
  return still.length;
}
