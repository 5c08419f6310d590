import { sql } from "kysely";
import type { Database } from "#server/store/row-types.ts";
import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";

export type Undelivered = {
  count: number;
  /** When the person signed up whose lead has waited longest; undefined when no lead waits. */
  oldestAt: number | undefined;
};

/** A lead that waits for longer than this raises an alarm. */
export const alarmAfterMs = 5 * 60_000;

/** How long the oldest sign-up has waited, in milliseconds. */
export function waitedMs(oldestAt: number | undefined, now: number): number {
  return oldestAt === undefined ? 0 : Math.max(now - oldestAt, 0);
}

/**
 * How many waiting deliveries are read for the oldest at most: of a longer queue only the first ones. While a query
 * reads, SQLite answers no other query.
 */
const maxRead = 10_000;

/**
 * Counts the leads on their way to ActiveCampaign, without held and parked ones, which wait for the operator. The leads
 * of an open import have no time at which they are due, because the import is checked as a whole. SQLite keeps the
 * order of tables of a cross join: it would begin with the deliveries of all imports.
 */
export async function findUndelivered(database: Database): Promise<Undelivered> {
  const { rows } = await sql<{ count: number; oldest_at: number | null }>`
    select sum(waiting) as count, min(oldest_at) as oldest_at from (
      select count(*) as waiting, min(received_at) as oldest_at from submissions
      where derived_at is null and ${notHeldInQuery}
      union all
      select count(*), min(leads.updated_at) from imports
      cross join deliveries
      join leads on leads.id = deliveries.lead_id
      where deliveries.import_id = imports.id and deliveries.state = 'importing'
        and (imports.check_at is not null or imports.batch is null)
      union all
      select count(*), null from deliveries where due_at is not null
      union all
      select 0, min(leads.updated_at) from (
        select lead_id from deliveries where due_at is not null
        order by due_at, lead_id limit ${sql.lit(maxRead)}
      ) as first_queued
      join leads on leads.id = first_queued.lead_id
    ) as on_their_way`.execute(database);
  const [found] = rows;
  return { count: Number(found?.count ?? 0), oldestAt: found?.oldest_at ?? undefined };
}
