import { type RawBuilder, sql } from "kysely";
import { emailKey } from "#lead/lead.ts";
import { pages } from "#server/store/connection/queries.ts";
import { type Span, signedUpIn } from "./leads.ts";
import type { Database, DeliveryState } from "./schema.ts";

const maxListed = 1_000;

/** The parked deliveries, the oldest leads first. */
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

/** Makes parked deliveries due: all, or those with one of these last outcomes. Returns how many there were. */
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
 * Makes a person's delivery due now if it is parked, delivered or due later. Returns false if it is due already or on
 * its way.
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
 * Makes the deliveries of these leads due, and returns how many there were. Those that are due already stay as they are,
 * so a repeated call does no harm; so do parked ones.
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
 * A lead that is being sent counts too: its request may hold an old list. The courier ignores the outcome of a claim
 * that became due again, and sends no lead whose import is still open.
 */
const sentStates = ["delivered", "sending", "importing"] as const satisfies DeliveryState[];

/** How many people of a span would be sent again, and how many are due already. */
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
