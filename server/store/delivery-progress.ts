import { sql } from "kysely";
import { heldInQuery, notHeldInQuery } from "./held-submissions.ts";
import type { Database } from "./schema.ts";

/**
 * Counts the parked deliveries, or those that were parked after a time. The state is written into the SQL itself: with a
 * placeholder in its place, SQLite would not use the index of parked deliveries.
 */
export async function countParked(database: Database, after?: number): Promise<number> {
  const later = after === undefined ? sql`` : sql`and updated_at > ${after}`;
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deliveries where state = 'parked' ${later}`.execute(database);
  return rows[0]?.count ?? 0;
}

const maxReasons = 10;

/**
 * How many deliveries are parked with the same last outcome, the most first. An outcome says nothing of a person; one that
 * has an address all the same is left out, because the panel shows it.
 */
export function countParkedByOutcome(database: Database) {
  return database
    .selectFrom("deliveries")
    .select((query) => [
      query.ref("last_outcome").$notNull().as("outcome"),
      query.fn.countAll<number>().as("count"),
    ])
    .where("state", "=", sql.lit("parked"))
    .where("last_outcome", "not like", "%@%")
    .groupBy("last_outcome")
    .orderBy("count", "desc")
    .orderBy("last_outcome")
    .limit(maxReasons)
    .execute();
}

/**
 * To find the oldest, at most this many waiting deliveries are read, those that are due first. The limit keeps the query
 * short, because SQLite answers no other query meanwhile.
 */
const maxRead = 10_000;

/**
 * Counts the leads on their way to ActiveCampaign, without held and parked ones, which wait for the operator. The leads
 * of an open import have no time at which they are due, because the import is checked as a whole. SQLite keeps the
 * order of tables of a cross join: it would begin with the deliveries of all imports. `oldestAt` is when the person signed
 * up who has waited longest.
 */
export async function findUndelivered(database: Database) {
  const { rows } = await sql<{ count: number; oldestAt: number | null }>`
    select sum(waiting) as count, min(oldest_at) as "oldestAt" from (
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
  const { count = 0, oldestAt = null } = rows[0] ?? {};
  return { count: Number(count ?? 0), oldestAt };
}

const noPeople = {
  stored: 0,
  /** People of whom there are only held sign-ups. */
  held: 0,
  /** People without a delivery who have a sign-up of which no lead is derived yet. */
  underived: 0,
  withDelivery: 0,
  delivered: 0,
  waiting: 0,
  parked: 0,
};

/**
 * Counts each stored person once, by e-mail key, all at the same moment. A delivery waits only if something will continue
 * it: one that is `due` without a time would wait for ever.
 */
export async function countPeople(database: Database) {
  const counted = sql<typeof noPeople>`
    select count(*) as stored,
      count(*) filter (where held = 1) as held,
      count(*) filter (where underived = 1 and lead_id is null) as underived,
      count(lead_id) as "withDelivery",
      count(*) filter (where state = 'delivered') as delivered,
      count(*) filter (where state = 'parked') as parked,
      count(*) filter (where (state in ('due', 'sending') and due_at is not null)
        or (state = 'importing' and import_id in (
          select id from imports where check_at is not null or batch is null
        ))) as waiting
    from (
      select email_key, min(held) as held, max(underived) as underived from (
        select email_key, case when ${heldInQuery} then 1 else 0 end as held,
          case when derived_at is null and ${notHeldInQuery} then 1 else 0 end as underived
        from submissions
        union all
        select email_key, 0, 0 from leads
      ) as mentioned group by email_key
    ) as people
    left join leads on leads.email_key = people.email_key
    left join deliveries on deliveries.lead_id = leads.id`;
  const [people = noPeople] = (await counted.execute(database)).rows;
  return people;
}
