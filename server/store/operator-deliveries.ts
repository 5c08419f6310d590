import { type RawBuilder, sql } from "kysely";
import { emailKey } from "#lead/lead.ts";
import { pages } from "#server/store/connection/queries.ts";
import { type Span, signedUpIn } from "./leads.ts";
import type { Database, DeliveryState } from "./schema.ts";
import { heldInQuery, notHeldInQuery } from "./submissions.ts";

const maxListed = 1_000;

/** Finds the parked deliveries (the ones that wait for the operator), the oldest leads first. */
export function findParked(database: Database) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["leads.email", "leads.name", "deliveries.attempts", "deliveries.last_outcome"])
    .where("deliveries.state", "=", sql.lit("parked"))
    .orderBy("deliveries.lead_id")
    .limit(maxListed)
    .execute();
}

/**
 * Makes parked deliveries due: all, or only those whose last outcome is one of `outcomes`. Returns how many they were.
 */
export async function retryParked(
  database: Database,
  now: number,
  outcomes?: readonly string[],
): Promise<number> {
  if (outcomes?.length === 0) return 0;
  const same = outcomes === undefined ? sql`` : sql`and last_outcome in (${sql.join(outcomes)})`;
  return makeDueWhere(database, now, sql`state = 'parked' ${same}`);
}

/**
 * Makes a person's delivery due now if it is parked, delivered or due later. Returns false if it is due already or is
 * being sent.
 */
export async function retryPerson(
  database: Database,
  email: string,
  now: number,
): Promise<boolean> {
  const count = await makeDueWhere(
    database,
    now,
    sql`lead_id in (select id from leads where email_key = ${emailKey(email)})
      and (state in ('parked', 'delivered') or (state = 'due' and due_at > ${now}))`,
  );
  return count > 0;
}

/**
 * Makes due the deliveries of these leads that are delivered or being sent, and returns how many they were. Due and
 * parked deliveries stay as they are, so a repeated call does no harm.
 */
export async function makeDueAgain(
  database: Database,
  leadIds: readonly number[],
  now: number,
): Promise<number> {
  if (leadIds.length === 0) return 0;
  const condition = sql`lead_id in (${sql.join(leadIds)}) and state in (${sql.join(sentStates)})`;
  return makeDueWhere(database, now, condition);
}

/** Makes deliveries due now, as if nothing had been tried yet. */
async function makeDueWhere(
  database: Database,
  now: number,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update deliveries
    set state = 'due', attempts = 0, refusals = 0, due_at = ${now}, updated_at = ${now}
    where ${condition}`.execute(database);
  return Number(numAffectedRows);
}

/**
 * The states in which a lead is sent again. A lead that is being sent counts too, because its request may name an old
 * list. The courier ignores the outcome of a claim that became due again, and sends no lead whose import is still open.
 */
const sentStates = ["delivered", "sending", "importing"] as const satisfies DeliveryState[];

/** How many people who signed up in a span would be sent again, and how many are due already. */
export async function countRedeliverable(
  database: Database,
  span: Span,
): Promise<{ again: number; due: number }> {
  const rows = await peopleOf(database, span)
    .innerJoin("deliveries", "deliveries.lead_id", "leads.id")
    .select((query) => ["state", query.fn.countAll<number>().as("count")])
    .groupBy("state")
    .execute();
  const sum = (states: readonly DeliveryState[]) =>
    rows.reduce((total, { state, count }) => total + (states.includes(state) ? count : 0), 0);
  return { again: sum(sentStates), due: sum(["due"]) };
}

const pageSize = 1_000;

/** Yields the ids of the leads whose people signed up in the span, page by page. Held sign-ups do not count. */
export async function* leadsOfSpan(database: Database, span: Span): AsyncGenerator<number[]> {
  const pageAfter = (lastId: number) =>
    peopleOf(database, span)
      .select("leads.id")
      .where("leads.id", ">", lastId)
      .orderBy("leads.id")
      .limit(pageSize)
      .execute();
  for await (const page of pages(pageAfter)) yield page.map(({ id }) => id);
}

function peopleOf(database: Database, span: Span) {
  return database.selectFrom("leads").where(signedUpIn(span));
}

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
 * Counts the parked deliveries by their last outcome, the most frequent outcome first. An outcome says nothing of a
 * person; an outcome with an @ is left out all the same, because the panel shows outcomes.
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
 * To find the lead that has waited longest, at most this many waiting deliveries are read, those that are due first.
 * The limit keeps the query short, because SQLite answers no other query meanwhile.
 */
const maxRead = 10_000;

/**
 * Counts the leads that are not delivered yet, without held and parked ones, which wait for the operator. The leads of
 * an open import have no due time, because the import is checked as a whole. With a `cross join`, SQLite reads the
 * imports first: otherwise it would begin with the deliveries of all imports. `oldestAt` is when the person who has
 * waited longest signed up.
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
  /** People who have only held sign-ups. */
  held: 0,
  /** People without a delivery who have a sign-up of which no lead is derived yet. */
  underived: 0,
  withDelivery: 0,
  delivered: 0,
  waiting: 0,
  parked: 0,
};

/**
 * Counts each stored person once, by e-mail key, with one query. A delivery counts as waiting only if the courier will
 * continue it: a delivery that is `due` without a time would wait for ever.
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
