import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";
import type { Database } from "#server/store/tables.ts";

export type Undelivered = {
  count: number;
  /** When the person signed up whose lead has waited longest; undefined when no lead waits. */
  oldestAt: number | undefined;
};

/** A lead that waits for longer than this raises an alarm. */
export const alarmAfterMs = 5 * 60_000;

/**
 * How long the oldest sign-up has waited, in milliseconds. If its time is in the future because the clock was set back,
 * the time from now until then counts as the wait.
 */
export function waitedMs(oldestAt: number | undefined, now: number): number {
  return oldestAt === undefined ? 0 : Math.abs(now - oldestAt);
}

/**
 * How many waiting deliveries are read at most: of a longer queue only the first ones. While a query reads, SQLite
 * answers no other query.
 */
const maxRead = 10_000;

/** Counts the leads on their way to ActiveCampaign, without held and parked ones, which wait for the operator. */
export async function findUndelivered(database: Database): Promise<Undelivered> {
  const [underived, importing, queued, oldestQueued] = await Promise.all([
    countUnderived(database),
    countImporting(database),
    countQueued(database),
    findOldestQueued(database),
  ]);
  const times = [underived.oldestAt, importing.oldestAt, oldestQueued].filter(
    (time) => time !== null,
  );
  return {
    count: underived.count + importing.count + queued,
    oldestAt: times.length > 0 ? Math.min(...times) : undefined,
  };
}

function countUnderived(database: Database) {
  return database
    .selectFrom("submissions")
    .select((query) => [
      query.fn.countAll<number>().as("count"),
      query.fn.min<number | null>("received_at").as("oldestAt"),
    ])
    .where("derived_at", "is", null)
    .where(notHeldInQuery)
    .executeTakeFirstOrThrow();
}

/**
 * Counts the leads in open imports. Their deliveries have no time at which they are due, because the import is checked
 * as a whole. SQLite keeps the order of tables of a cross join: it would begin with the deliveries of all imports.
 */
function countImporting(database: Database) {
  return database
    .selectFrom("imports")
    .crossJoin("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select((query) => [
      query.fn.countAll<number>().as("count"),
      query.fn.min<number | null>("leads.updated_at").as("oldestAt"),
    ])
    .whereRef("deliveries.import_id", "=", "imports.id")
    .where("deliveries.state", "=", "importing")
    .where((query) =>
      query.or([query("imports.check_at", "is not", null), query("imports.batch", "is", null)]),
    )
    .executeTakeFirstOrThrow();
}

async function countQueued(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("deliveries")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("due_at", "is not", null)
    .executeTakeFirstOrThrow();
  return count;
}

async function findOldestQueued(database: Database): Promise<number | null> {
  const { oldestAt } = await database
    .selectFrom((query) =>
      query
        .selectFrom("deliveries")
        .select("lead_id")
        .where("due_at", "is not", null)
        .orderBy("due_at")
        .orderBy("lead_id")
        .limit(maxRead)
        .as("first_queued"),
    )
    .innerJoin("leads", "leads.id", "first_queued.lead_id")
    .select((query) => query.fn.min<number | null>("leads.updated_at").as("oldestAt"))
    .executeTakeFirstOrThrow();
  return oldestAt;
}
