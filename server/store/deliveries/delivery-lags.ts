import { sql } from "kysely";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import type { Database } from "#server/store/tables.ts";

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
    .selectFrom(delivered(database).orderBy("updated_at", "desc").limit(most).as("newest"))
    .innerJoin("leads", "leads.id", "newest.lead_id")
    .select((query) => query("newest.updated_at", "-", query.ref("leads.updated_at")).as("lag"))
    .orderBy("newest.updated_at", "desc")
    .execute();
  return rows.map(({ lag }) => Number(lag));
}

/** The same for all people whose newest sign-up is in the span. */
export async function readLags(database: Database, { since, to }: Span): Promise<number[]> {
  const rows = await database
    .selectFrom(delivered(database).where("updated_at", ">=", since).as("newest"))
    .innerJoin("leads", "leads.id", "newest.lead_id")
    .select((query) => query("newest.updated_at", "-", query.ref("leads.updated_at")).as("lag"))
    .where("leads.updated_at", ">=", since)
    .where("leads.updated_at", "<", to)
    .execute();
  return rows.map(({ lag }) => Number(lag));
}

/** The deliveries that were made. A placeholder in place of the state would not use their index. */
function delivered(database: Database) {
  return database
    .selectFrom("deliveries")
    .select(["lead_id", "updated_at"])
    .where("state", "=", sql.lit("delivered" as const));
}
