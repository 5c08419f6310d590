import { sql } from "kysely";
import type { Database } from "#server/storage/tables.ts";
import { hadUnsubscribed } from "./deliveries.ts";

export type DeliveredPerson = { leadId: number; email: string };

const pageSize = 1_000;

/** Some of them, whom only chance chooses. */
export function sampleDelivered(database: Database, size: number): Promise<DeliveredPerson[]> {
  return delivered(database).orderBy(sql`random()`).limit(size).execute();
}

/** All of them, page by page. */
export async function* deliveredPeople(database: Database): AsyncGenerator<DeliveredPerson> {
  for (let lastId = 0; ; ) {
    const page = await delivered(database)
      .where("lead_id", ">", lastId)
      .orderBy("lead_id")
      .limit(pageSize)
      .execute();
    const last = page.at(-1);
    if (last === undefined) return;
    yield* page;
    lastId = last.leadId;
  }
}

export async function countDelivered(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("deliveries")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("state", "=", "delivered")
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the leads that had unsubscribed at ActiveCampaign: mails to the list do not reach them. */
export async function countUnsubscribed(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("deliveries")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("state", "=", "delivered")
    .where("last_outcome", "like", `%${hadUnsubscribed}%`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function isStillDelivered(database: Database, leadId: number): Promise<boolean> {
  const found = await delivered(database).where("lead_id", "=", leadId).executeTakeFirst();
  return found !== undefined;
}

function delivered(database: Database) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["lead_id as leadId", "leads.email"])
    .where("state", "=", "delivered");
}
