import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openPostgres, openPostgresForSignUps } from "#server/store/connection/postgres.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { createRole, withRole } from "#tests/support/store/postgres-role.ts";
import {
  createPostgresDatabase,
  openSqliteIn,
  tellPostgres,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import type { Database } from "./row-types.ts";

test("each new store has keys of its own", async () => {
  const keys = new Set<string>();
  for (let count = 0; count < 2; count += 1) {
    const folder = await temporaryFolder();
    const database = await openSqliteIn(folder);
    const { preview_key } = await database
      .selectFrom("event")
      .select("preview_key")
      .executeTakeFirstOrThrow();
    const { key } = await database
      .selectFrom("erasure_keys")
      .select("key")
      .executeTakeFirstOrThrow();
    keys.add(preview_key).add(key);
    await database.destroy();
  }
  expect(keys.size).toBe(4);
});

const everyRight = `grant all on all tables in schema public to`;

test("a role with every right on our tables neither reads nor writes any of their rows", async () => {
  const { url, database } = await openAsOwner();
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 0 });
  const role = await createRole(url);
  await tellPostgres(url, `${everyRight} ${role}`);
  const asRole = openPostgresForSignUps(withRole(url, role));
  onTestFinished(() => asRole.destroy());
  for (const table of await tablesOf(database)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(asRole);
    expect(rows, table).toEqual([]);
    const removed = await sql`delete from ${sql.table(table)}`.execute(asRole);
    expect(removed.numAffectedRows, table).toBe(0n);
  }
  const key = asRole.insertInto("erasure_keys").values({ key: "mine" });
  await expect(key.execute()).rejects.toThrow("row-level security");
});

test("a role that gets every right on new tables can neither truncate them, nor add triggers, nor set their sequences", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const role = await createRole(store.url);
  for (const kind of ["tables", "sequences"])
    await tellPostgres(
      store.url,
      `alter default privileges in schema public grant all on ${kind} to ${role}, public`,
    );
  const database = await openPostgres(store.url);
  onTestFinished(() => database.destroy());
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 0 });
  const asRole = openPostgresForSignUps(withRole(store.url, role));
  onTestFinished(() => asRole.destroy());
  for (const statement of [
    "truncate submissions cascade",
    "create trigger spy after insert on submissions for each row execute function suppress_redundant_updates_trigger()",
    "select setval('submissions_id_seq', 1)",
  ])
    await expect(sql.raw(statement).execute(asRole), statement).rejects.toThrow(
      /permission denied/,
    );
  const left = await sql`select relname from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and grantee <> relowner`.execute(database);
  expect(left.rows).toEqual([]);
});

test("every table of the store hides its rows, also those of later versions", async () => {
  const { database } = await openAsOwner();
  const { rows } = await sql`select relname from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and not relrowsecurity`.execute(
    database,
  );
  expect(await tablesOf(database)).toContain("submissions");
  expect(rows).toEqual([]);
});

test("an owner of the tables who is no superuser stores and derives as before", async () => {
  const { database } = await openAsOwner();
  await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: 0 });
  await deriveLeads(database, 0);
  const leads = await database.selectFrom("leads").select("email").execute();
  expect(leads).toEqual([{ email: ana.email }]);
});

/** Opens a store as an ordinary role, because no rule for rows holds for a superuser. */
async function openAsOwner(): Promise<{ url: string; database: Database }> {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const role = await createRole(store.url);
  await tellPostgres(store.url, `grant create on schema public to ${role}`);
  const database = await openPostgres(withRole(store.url, role));
  onTestFinished(() => database.destroy());
  return { url: store.url, database };
}

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables({ withInternalKyselyTables: true });
  return tables.map(({ name }) => name);
}
