import { sql } from "kysely";
import { emailKey } from "#lead/lead.ts";
import type { Database } from "#server/store/tables.ts";
import { makeDue } from "./deliveries.ts";
import { placeOf } from "./reconciliation.ts";

const maxListed = 1_000;

/**
 * The state `parked` is written into the SQL itself: with a placeholder in its place, SQLite would not use the index of
 * parked deliveries.
 */
const parked = sql.lit("parked" as const);

const neverTried = { state: "due", attempts: 0, refusals: 0 } as const;

/** The parked deliveries, the oldest leads first. */
export function findParked(database: Database) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["leads.email", "leads.name", "deliveries.attempts", "deliveries.last_outcome"])
    .where("deliveries.state", "=", parked)
    .orderBy("deliveries.lead_id")
    .limit(maxListed)
    .execute();
}

export async function countParked(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("deliveries")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("state", "=", parked)
    .executeTakeFirstOrThrow();
  return count;
}

/** Makes all parked deliveries due, as if nothing had been tried yet. Returns how many there were. */
export async function retryParked(database: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ ...neverTried, due_at: now, updated_at: now })
    .where("state", "=", parked)
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
