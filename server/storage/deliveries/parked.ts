import { sql } from "kysely";
import { emailKey } from "#lead/lead.ts";
import type { Database } from "#server/storage/tables.ts";
import { makeDue } from "./deliveries.ts";
import { placeOf } from "./reconciliation.ts";

const mostListed = 1_000;

/** Written into the statement: with a placeholder SQLite would not see that its index fits. */
const parked = sql.lit("parked" as const);

const afresh = { state: "due", attempts: 0, refusals: 0 } as const;

/** Whom the vendor doesn't take: they wait for the operator, the oldest first. */
export function findParked(database: Database) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["leads.email", "leads.name", "deliveries.attempts", "deliveries.last_outcome"])
    .where("deliveries.state", "=", parked)
    .orderBy("deliveries.lead_id")
    .limit(mostListed)
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

/** As if nothing had been tried yet; says how many there were. */
export async function retryParked(database: Database, now: number): Promise<number> {
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ ...afresh, due_at: now, updated_at: now })
    .where("state", "=", parked)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Also who was delivered, or waits for a later try. Not who stands in line, or is on the way, at this moment: false. */
export async function retryPerson(
  database: Database,
  email: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable("deliveries")
    .set({ ...afresh, due_at: now, updated_at: now })
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

/** Whoever is stored, and waits for nothing: derived anew from what they sent. False when they are not lost. */
export function rescuePerson(database: Database, email: string, now: number): Promise<boolean> {
  const key = emailKey(email);
  return database.transaction().execute(async (writing) => {
    if ((await placeOf(writing, key)) !== "nowhere") return false;
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
