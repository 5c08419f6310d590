import { sql } from "kysely";
import type { Database } from "#server/storage/tables.ts";

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
    .selectFrom((query) =>
      query
        .selectFrom("deliveries")
        .select(["lead_id", "updated_at"])
        // A placeholder in place of the state would not use the index of deliveries that were made.
        .where("state", "=", sql.lit("delivered" as const))
        .orderBy("updated_at", "desc")
        .limit(most)
        .as("newest"),
    )
    .innerJoin("leads", "leads.id", "newest.lead_id")
    .orderBy("newest.updated_at", "desc")
    .select((query) => query("newest.updated_at", "-", query.ref("leads.updated_at")).as("lag"))
    .execute();
  return rows.map(({ lag }) => Number(lag));
}
