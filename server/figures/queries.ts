import { sql } from "kysely";
import type { Span } from "#server/store/leads/leads.ts";
import type { Database } from "#server/store/row-types.ts";

/** The minutes that begin in the span, without those in which nothing happened. */
export function readMinutes(database: Database, { since, to }: Span) {
  return database
    .selectFrom("minute_counts")
    .select(["minute", "views", "sign_ups as signUps", "group_presses as groupPresses", "entered"])
    .where("minute", ">=", since)
    .where("minute", "<", to)
    .orderBy("minute")
    .execute();
}

/** How often each step happened in the hours that begin in the span. */
export function readSteps(database: Database, { since, to }: Span) {
  return database
    .selectFrom("visit_counts")
    .select(["step", "source", "surface", total("count").as("count")])
    .where("hour", ">=", since)
    .where("hour", "<", to)
    .groupBy(["step", "source", "surface"])
    .execute();
}

/**
 * How often each step happened since counting began: a few rows. A sum of all sign-ups would keep SQLite busy while
 * visitors wait. Erased people are not among them.
 */
export function readStepTotals(database: Database) {
  return database
    .selectFrom("step_totals")
    .select(["step", "source", "surface", "count", "new_people as newPeople"])
    .execute();
}

/** How many campaigns are shown. */
const maxCampaigns = 10;

/** The campaigns that brought most sign-ups since counting began, without those of erased people. */
export async function readCampaigns(database: Database) {
  return database
    .selectFrom("campaign_totals")
    .select(["campaign", "content", "count as signUps"])
    .where("count", ">", 0)
    .orderBy("count", "desc")
    .orderBy("campaign")
    .orderBy("content")
    .limit(maxCampaigns)
    .execute();
}

/** The sum of a column; 0 without a row. Postgres would give a sum of whole numbers as a text. */
function total(column: string) {
  return sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
}

/**
 * How long the newest deliveries took from the person's newest sign-up, in milliseconds. At most `most` are read, the newest
 * first.
 */
export async function readNewestLags(database: Database, most: number): Promise<number[]> {
  const newestLags = sql<{ lag: number }>`
    select newest.updated_at - leads.updated_at as lag from (
      select lead_id, updated_at from deliveries where state = 'delivered'
      order by updated_at desc limit ${most}
    ) as newest
    join leads on leads.id = newest.lead_id
    order by newest.updated_at desc`;
  return (await newestLags.execute(database)).rows.map(({ lag }) => Number(lag));
}

/** The size of a Postgres database. */
export async function readDatabaseBytes(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(database);
  return rows[0]?.bytes;
}
