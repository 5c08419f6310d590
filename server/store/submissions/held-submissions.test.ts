import { CompiledQuery, sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#server/store/row-types.ts";
import {
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { notHeldInQuery } from "./held-submissions.ts";

test.each(engines)(
  "on %s the search for submissions to derive reads no held submission",
  async (engine) => {
    const database = await temporaryDatabase(engine);
    await addHeld(database, 20_000);
    expect(await planOf(database, engine)).toContain("submissions_to_derive");
  },
);

async function addHeld(database: Database, count: number): Promise<void> {
  await sql`insert into submissions (name, email, whatsapp, received_at, email_key, surface, flag)
    with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})
    select 'x', 'x', 'x', 1, 'x', 'popup', 'honeypot' from numbers`.execute(database);
  await sql`analyze`.execute(database);
}

/** How the database runs the query of `findUnderived`. */
async function planOf(database: Database, engine: Engine): Promise<string> {
  const query = database
    .selectFrom("submissions")
    .select("id")
    .where("derived_at", "is", null)
    .where(notHeldInQuery)
    .orderBy("id")
    .limit(100)
    .compile();
  const explain = engine === "sqlite" ? "explain query plan" : "explain";
  const raw = CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]);
  const { rows } = await database.executeQuery(raw);
  return JSON.stringify(rows);
}
