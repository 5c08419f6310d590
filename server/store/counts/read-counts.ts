import { sql } from "kysely";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import type { Database } from "#server/store/tables.ts";

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

/** The minutes that begin in the span, without those in which nothing happened. */
export function readMinutes(database: Database, { since, to }: Span) {
  return database
    .selectFrom("minute_counts")
    .select(["minute", "views", "sign_ups as signUps", "new_people as newPeople"])
    .where("minute", ">=", since)
    .where("minute", "<", to)
    .orderBy("minute")
    .execute();
}

export function sumMinutes(database: Database, { since, to }: Span) {
  return database
    .selectFrom("minute_counts")
    .select([
      total("views").as("views"),
      total("sign_ups").as("signUps"),
      total("new_people").as("newPeople"),
    ])
    .where("minute", ">=", since)
    .where("minute", "<", to)
    .executeTakeFirstOrThrow();
}

/** What the pages said about their speed and their errors, in the hours that begin in the span. */
export function readPageHealth(database: Database, { since, to }: Span) {
  return database
    .selectFrom("page_health")
    .select(["measure", "value", "file", "build", "device", total("count").as("count")])
    .where("hour", ">=", since)
    .where("hour", "<", to)
    .groupBy(["measure", "value", "file", "build", "device"])
    .execute();
}

/** The sum of a column; 0 without a row. Postgres would give a sum of whole numbers as a text. */
function total(column: string) {
  return sql<number>`cast(coalesce(sum(${sql.ref(column)}), 0) as bigint)`;
}
