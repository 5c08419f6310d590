import { sql } from "kysely";
import { emailKey } from "#lead/lead.ts";
import { pages } from "#server/store/connection/paging.ts";
import { type Span, signedUpIn } from "#server/store/leads/signed-up-in.ts";
import type { Database, DeliveryState } from "#server/store/tables.ts";
import { countIn, makeDue } from "./deliveries.ts";
import { placeOf } from "./reconciliation.ts";

const maxListed = 1_000;

const neverTried = { state: "due", attempts: 0, refusals: 0 } as const;

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

export function countParked(database: Database): Promise<number> {
  return countIn(database, sql`state = 'parked'`);
}

/** Makes all parked deliveries due, as if nothing had been tried yet. Returns how many there were. */
export async function retryParked(database: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ ...neverTried, due_at: now, updated_at: now })
    .where("state", "=", sql.lit("parked"))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
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
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ ...neverTried, due_at: now, updated_at: now })
    .where("lead_id", "in", (query) =>
      query.selectFrom("leads").select("id").where("email_key", "=", emailKey(email)),
    )
    .where((query) =>
      query.or([
        query("state", "in", ["parked", "delivered"]),
        query.and([query("state", "=", "due"), query("due_at", ">", now)]),
      ]),
    )
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Makes the lead of a lost person due for delivery; without a lead, the submissions are derived again. Returns false if
 * the person is not lost.
 */
export function retryLost(database: Database, email: string, now: number): Promise<boolean> {
  const key = emailKey(email);
  return database.transaction().execute(async (writing) => {
    if ((await placeOf(writing, key)) !== "lost") return false;
    const lead = await writing
      .selectFrom("leads")
      .select("id")
      .where("email_key", "=", key)
      .executeTakeFirst();
    if (lead !== undefined) await makeDue(writing, [lead.id], now);
    else
      await writing
        .updateTable("submissions")
        .set({ derived_at: null })
        .where("email_key", "=", key)
        .execute();
    return true;
  });
}

/** How many people of a span there are, by what `retry --since` would do with their deliveries. */
export type Redeliverable = {
  /** People who are sent again. */
  again: number;
  /** Those of `again` who are sent individually, not with an import. */
  individually: number;
  parked: number;
  /** People who are due already: they are sent in any case. */
  due: number;
};

const pageSize = 1_000;

/**
 * A lead that is being sent counts too: its request may hold an old list. The courier ignores the outcome of a claim
 * that became due again, and sends no lead whose import is still open.
 */
const sentStates = ["delivered", "sending", "importing"] as const satisfies DeliveryState[];

export async function countRedeliverable(database: Database, span: Span): Promise<Redeliverable> {
  const rows = await peopleOf(database, span)
    .innerJoin("deliveries", "deliveries.lead_id", "leads.id")
    .select((query) => [
      "state",
      query.fn.countAll<number>().as("count"),
      query.fn.count<number>("individually").as("individually"),
    ])
    .groupBy("state")
    .execute();
  const sum = (states: readonly DeliveryState[], field: "count" | "individually") =>
    rows.reduce((total, row) => total + (states.includes(row.state) ? row[field] : 0), 0);
  return {
    again: sum(sentStates, "count"),
    individually: sum(sentStates, "individually"),
    parked: sum(["parked"], "count"),
    due: sum(["due"], "count"),
  };
}

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

/**
 * Makes the deliveries of these leads due now, as if nothing had been tried yet, and returns how many there were. Those
 * that are due already stay as they are, so a repeated call does no harm. Parked ones only change with `parked`.
 */
export async function makeDueAgain(
  database: Database,
  leadIds: readonly number[],
  { now, parked }: { now: number; parked: boolean },
): Promise<number> {
  if (leadIds.length === 0) return 0;
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ ...neverTried, due_at: now, updated_at: now })
    .where("lead_id", "in", leadIds)
    .where("state", "in", parked ? [...sentStates, "parked"] : sentStates)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

function peopleOf(database: Database, span: Span) {
  return database.selectFrom("leads").where(signedUpIn(span));
}
