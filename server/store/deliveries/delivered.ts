import { type RawBuilder, sql } from "kysely";
import { pages } from "#server/store/connection/queries.ts";
import type { Database } from "#server/store/row-types.ts";
import { hadUnsubscribed } from "./deliveries.ts";

/** How many deliveries are in each state. */
export function countDeliveries(database: Database) {
  return database
    .selectFrom("deliveries")
    .select((query) => ["state", query.fn.countAll<number>().as("count")])
    .groupBy("state")
    .orderBy("state")
    .execute();
}

export function countDelivered(database: Database): Promise<number> {
  return countIn(database, sql`state = 'delivered'`);
}

export function countParked(database: Database): Promise<number> {
  return countIn(database, sql`state = 'parked'`);
}

/** Counts the delivered leads that had unsubscribed at ActiveCampaign: mails to the list do not reach them. */
export function countUnsubscribed(database: Database): Promise<number> {
  const mark = `%${hadUnsubscribed}%`;
  return countIn(database, sql`state = 'delivered' and last_outcome like ${mark}`);
}

/**
 * States are written into the SQL itself: with a placeholder in their place, SQLite would not use the indexes of
 * delivered and of parked deliveries.
 */
async function countIn(database: Database, condition: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deliveries where ${condition}`.execute(database);
  return rows[0]?.count ?? 0;
}

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

/** A sign-up that is stored, and when its lead was delivered; null if it is still on its way. */
export type FollowedSignUp = { email: string; receivedAt: number; deliveredAt: number | null };

export async function newestSubmission(database: Database): Promise<number> {
  const query = sql<{ newest: number | null }>`select max(id) as newest from submissions`;
  const { rows } = await query.execute(database);
  return rows[0]?.newest ?? 0;
}

/** The sign-ups that were stored after the submission with this id. */
export async function signUpsAfter(database: Database, id: number): Promise<FollowedSignUp[]> {
  const { rows } = await sql<FollowedSignUp>`
    select submissions.email, received_at as "receivedAt",
      case when state = 'delivered' then deliveries.updated_at end as "deliveredAt"
    from submissions
    left join leads on leads.email_key = submissions.email_key
    left join deliveries on deliveries.lead_id = leads.id
    where submissions.id > ${id} order by submissions.id`.execute(database);
  return rows;
}
