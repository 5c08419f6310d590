import { sql } from "kysely";
import type { Step } from "#lead/page-report.ts";
import { pages } from "#server/store/connection/queries.ts";
import type { Span } from "#server/store/leads/leads.ts";
import type { Database } from "#server/store/row-types.ts";
import { heldInQuery, notHeldInQuery } from "#server/store/submissions/held-submissions.ts";

/**
 * The totals of the panel and `stats`: the sign-ups that were kept, the people who signed up for the first
 * time, and the entries to the class, of a span of whole minutes or of all time. Erased people are not among them, because `erase` takes them out of
 * the counts. The totals of all time have few rows: a sum of all sign-ups would keep SQLite busy while visitors wait.
 */
export async function readTotals(database: Database, span?: Span) {
  if (span !== undefined) return sumMinutes(database, span);
  return database
    .selectFrom("step_totals")
    .select([
      totalOf("kept").as("signUps"),
      total("new_people").as("newPeople"),
      totalOf("entered").as("entered"),
    ])
    .executeTakeFirstOrThrow();
}

/** What was counted in the minutes that begin in the span. */
export function sumMinutes(database: Database, { since, to }: Span) {
  return database
    .selectFrom("minute_counts")
    .select([
      total("views").as("views"),
      total("sign_ups").as("signUps"),
      total("new_people").as("newPeople"),
      total("entered").as("entered"),
    ])
    .where("minute", ">=", since)
    .where("minute", "<", to)
    .executeTakeFirstOrThrow();
}

/** The minutes that begin in the span, without those in which nothing happened. */
export function readMinutes(database: Database, { since, to }: Span) {
  return database
    .selectFrom("minute_counts")
    .select([
      "minute",
      "views",
      "sign_ups as signUps",
      "new_people as newPeople",
      "group_presses as groupPresses",
      "entered",
    ])
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

/** How often each step happened since counting began: one row for each kind, without a look at the hours. */
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

/** The sum of the counts of one step. */
function totalOf(step: Step) {
  return sql<number>`cast(coalesce(sum(count) filter (where step = ${step}), 0) as bigint)`;
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

/** How many people signed up in the span, for the first time or again, and how many sign-ups are held. */
export async function countPeople(database: Database, { since, to }: Span) {
  const peopleAndHeld = sql<{ people: number; held: number }>`
    select count(distinct email_key) filter (where ${notHeldInQuery}) as people,
      count(*) filter (where ${heldInQuery}) as held
    from submissions where received_at >= ${since} and received_at < ${to}`;
  const { rows } = await peopleAndHeld.execute(database);
  return { people: rows[0]?.people ?? 0, held: rows[0]?.held ?? 0 };
}

const pageSize = 5_000;

/** The form of each sign-up, and where its visits came from, as JSON, page by page. */
export function signUpPages(database: Database, { since, to }: Span) {
  return pages((lastId) =>
    database
      .selectFrom("submissions")
      .select(["id", "surface", "source"])
      .where("received_at", ">=", since)
      .where("received_at", "<", to)
      .where(notHeldInQuery)
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute(),
  );
}

/** The size of a Postgres database. */
export async function readDatabaseBytes(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(database);
  return rows[0]?.bytes;
}
