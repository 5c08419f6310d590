import { sql } from "kysely";
import { pages } from "#server/store/connection/paging.ts";
import type { Database } from "#server/store/tables.ts";
import { hadUnsubscribed } from "./deliveries.ts";

/** A person whose lead was delivered. `id` is the id of the lead. */
export type DeliveredPerson = { id: number; email: string; wantsNext: number };

const pageSize = 1_000;

/** A random sample of the delivered people. */
export function sampleDelivered(database: Database, size: number): Promise<DeliveredPerson[]> {
  return delivered(database).orderBy(sql`random()`).limit(size).execute();
}

export async function* deliveredPeople(database: Database): AsyncGenerator<DeliveredPerson> {
  const pageAfter = (lastId: number) =>
    delivered(database).where("lead_id", ">", lastId).orderBy("lead_id").limit(pageSize).execute();
  for await (const page of pages(pageAfter)) yield* page;
}

export async function countDelivered(database: Database): Promise<number> {
  const { count } = await counted(database).executeTakeFirstOrThrow();
  return count;
}

/** Counts the delivered leads that had unsubscribed at ActiveCampaign: mails to the list do not reach them. */
export async function countUnsubscribed(database: Database): Promise<number> {
  const { count } = await counted(database)
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
    .select(["lead_id as id", "leads.email", "leads.wants_next as wantsNext"])
    .where("state", "=", "delivered");
}

function counted(database: Database) {
  return database
    .selectFrom("deliveries")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("state", "=", "delivered");
}
