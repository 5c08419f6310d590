import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#server/store/tables.ts";
import { ana, people } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";
import { copyPostgres } from "./copy-postgres.ts";
import { restorePostgres } from "./restore-postgres.ts";

const going = new AbortController().signal;

test("after a restore into Postgres a new sign-up gets a number of its own", async () => {
  const { url, database } = await openPostgresStore();
  const [one, two, three] = people(3);
  for (const lead of [one, two])
    if (lead) await appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await copyPostgres(url, copy, going);
  const other = await openPostgresStore();
  await restorePostgres({ url: other.url, backup: copy });
  if (three)
    await appendSubmission(other.database, { lead: three, surface: "popup", receivedAt: 2 });
  expect(await emailsOf(other.database)).toEqual([one, two, three].map((lead) => lead?.email));
});

test("a sign-up that a server stores while a copy is prepared stays, and the restore says that Postgres is not empty", async () => {
  const { url } = await openPostgresStore();
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await copyPostgres(url, copy, going);
  const other = await openPostgresStore();
  const { restoring } = await other.database.transaction().execute(async (storing) => {
    // The restore can read this table, but it cannot write to it before the sign-up is stored.
    await sql`lock table submissions in share row exclusive mode`.execute(storing);
    const restoring = restorePostgres({ url: other.url, backup: copy });
    await expect.poll(() => waitingFor(storing, "submissions")).toBe(1);
    await appendSubmission(storing, { lead: ana, surface: "popup", receivedAt: 1 });
    return { restoring };
  });
  expect(await restoring).toEqual({ kind: "not-empty" });
  expect(await emailsOf(other.database)).toEqual([ana.email]);
});

async function emailsOf(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").orderBy("id").execute();
  return rows.map(({ email }) => email);
}
