import { type RawBuilder, sql } from "kysely";
import { pages } from "#server/store/connection/paging.ts";
import type { Span } from "#server/store/leads/signed-up-in.ts";
import type { Database, Surface } from "#server/store/tables.ts";
import { heldInQuery, notHeldInQuery } from "./held-submissions.ts";

/**
 * How many people signed up how often in the span. Each e-mail key counts as one person. Held sign-ups count only as
 * held.
 */
export type SignUpCounts = {
  signUps: number;
  people: number;
  held: number;
  surfaces: Map<Surface, number>;
};

export async function countSignUps(database: Database, span: Span): Promise<SignUpCounts> {
  const [surfaces, { people }, { held }] = await Promise.all([
    unheld(database, span)
      .select((query) => ["surface", query.fn.countAll<number>().as("count")])
      .groupBy("surface")
      .execute(),
    unheld(database, span)
      .select((query) => query.fn.count<number>("email_key").distinct().as("people"))
      .executeTakeFirstOrThrow(),
    within(database, span)
      .where(heldInQuery)
      .select((query) => query.fn.countAll<number>().as("held"))
      .executeTakeFirstOrThrow(),
  ]);
  const signUps = surfaces.reduce((total, { count }) => total + count, 0);
  return {
    signUps,
    people,
    held,
    surfaces: new Map(surfaces.map(({ surface, count }) => [surface, count])),
  };
}

/** The counts of a short time. `newPeople` are those who signed up for the first time. */
export type Slice = { start: number; signUps: number; newPeople: number };

/** Counts sign-ups and new people in slices of this length. A slice without sign-ups is left out. */
export async function countBySlice(
  database: Database,
  span: Span,
  sliceMs: number,
): Promise<Slice[]> {
  const [all, first] = await Promise.all([
    slices(unheld(database, span).select("received_at as at"), sliceMs).execute(database),
    slices(firstSignUps(database, span), sliceMs).execute(database),
  ]);
  const newPeople = new Map(first.rows.map(({ start, count }) => [start, count]));
  return all.rows.map(({ start, count }) => ({
    start,
    signUps: count,
    newPeople: newPeople.get(start) ?? 0,
  }));
}

/** The first sign-up of each person, if it is in the span. */
function firstSignUps(database: Database, { since, to }: Span) {
  return database
    .selectFrom("submissions")
    .select((query) => query.fn.min<number>("received_at").as("at"))
    .where(notHeldInQuery)
    .groupBy("email_key")
    .having((query) => query.fn.min("received_at"), ">=", since)
    .having((query) => query.fn.min("received_at"), "<", to);
}

function slices(times: { as(alias: "times"): unknown }, sliceMs: number) {
  const start: RawBuilder<number> = sql`times.at - times.at % ${sql.lit(sliceMs)}`;
  return sql<{ start: number; count: number }>`
    select ${start} as start, count(*) as count from ${times.as("times")}
    group by ${start} order by ${start}`;
}

/** The sources of visits of the sign-ups, page by page. */
export async function* visitSources(
  database: Database,
  span: Span,
): AsyncGenerator<Array<string | null>> {
  const pageAfter = (lastId: number) =>
    unheld(database, span)
      .select(["id", "source"])
      .where("id", ">", lastId)
      .orderBy("id")
      .limit(pageSize)
      .execute();
  for await (const page of pages(pageAfter)) yield page.map(({ source }) => source);
}

const pageSize = 5_000;

function unheld(database: Database, span: Span) {
  return within(database, span).where(notHeldInQuery);
}

function within(database: Database, { since, to }: Span) {
  return database
    .selectFrom("submissions")
    .where("received_at", ">=", since)
    .where("received_at", "<", to);
}
