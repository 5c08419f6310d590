import { sql } from "kysely";
import { pages } from "#server/store/connection/paging.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
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

/** A sign-up that is stored, and when its lead was delivered; null if it is still on its way. */
export type FollowedSignUp = { email: string; receivedAt: number; deliveredAt: number | null };

export async function newestSubmission(database: Database): Promise<number> {
  const { newest } = await database
    .selectFrom("submissions")
    .select((query) => query.fn.max<number | null>("id").as("newest"))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** The sign-ups that were stored after the submission with this id. */
export async function signUpsAfter(database: Database, id: number): Promise<FollowedSignUp[]> {
  const rows = await database
    .selectFrom("submissions")
    .leftJoin("leads", "leads.email_key", "submissions.email_key")
    .leftJoin("deliveries", "deliveries.lead_id", "leads.id")
    .select(["submissions.email", "received_at", "state", "deliveries.updated_at"])
    .where("submissions.id", ">", id)
    .orderBy("submissions.id")
    .execute();
  return rows.map(({ email, received_at, state, updated_at }) => ({
    email,
    receivedAt: received_at,
    deliveredAt: state === "delivered" ? updated_at : null,
  }));
}

/**
 * How long the newest deliveries took from the person's newest sign-up, in milliseconds. At most `most` are read, the newest
 * first.
 */
export async function readNewestLags(database: Database, most: number): Promise<number[]> {
  const rows = await database
    .selectFrom(deliveredRows(database).orderBy("updated_at", "desc").limit(most).as("newest"))
    .innerJoin("leads", "leads.id", "newest.lead_id")
    .select((query) => query("newest.updated_at", "-", query.ref("leads.updated_at")).as("lag"))
    .orderBy("newest.updated_at", "desc")
    .execute();
  return rows.map(({ lag }) => Number(lag));
}

/** The same for all people whose newest sign-up is in the span. */
export async function readLags(database: Database, { since, to }: Span): Promise<number[]> {
  const rows = await database
    .selectFrom(deliveredRows(database).where("updated_at", ">=", since).as("newest"))
    .innerJoin("leads", "leads.id", "newest.lead_id")
    .select((query) => query("newest.updated_at", "-", query.ref("leads.updated_at")).as("lag"))
    .where("leads.updated_at", ">=", since)
    .where("leads.updated_at", "<", to)
    .execute();
  return rows.map(({ lag }) => Number(lag));
}

/** The deliveries that were made. A placeholder in place of the state would not use their index. */
function deliveredRows(database: Database) {
  return database
    .selectFrom("deliveries")
    .select(["lead_id", "updated_at"])
    .where("state", "=", sql.lit("delivered" as const));
}
