import { CompiledQuery, sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#server/storage/tables.ts";
import {
  type Engine,
  engines,
  openTemporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { isNotHeld } from "./held-submissions.ts";

test.each(engines)(
  "on %s the search for sign-ups to settle does not read those that are held back",
  async (engine) => {
    const { database, close } = await openTemporaryDatabase(engine);
    onTestFinished(close);
    await holdBack(database, 20_000);
    expect(await planOf(database, engine)).toContain("submissions_to_derive");
  },
);

async function holdBack(database: Database, count: number): Promise<void> {
  await sql`insert into submissions (name, email, whatsapp, received_at, email_key, surface, flag)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select 'x', 'x', 'x', 1, 'x', 'popup', 'honeypot' from numbers`.execute(database);
  await sql`analyze`.execute(database);
}

/** How the database runs the bookkeeper's query. */
async function planOf(database: Database, engine: Engine): Promise<string> {
  const asked = database
    .selectFrom("submissions")
    .select("id")
    .where("derived_at", "is", null)
    .where(isNotHeld)
    .orderBy("id")
    .limit(100)
    .compile();
  const explain = engine === "sqlite" ? "explain query plan" : "explain";
  const raw = CompiledQuery.raw(`${explain} ${asked.sql}`, [...asked.parameters]);
  const { rows } = await database.executeQuery(raw);
  return JSON.stringify(rows);
}
