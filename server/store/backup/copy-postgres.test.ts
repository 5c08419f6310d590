import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { outages } from "#phrases/store-outages.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/tables.ts";
import { createRole, withRole } from "#tests/support/store/postgres-role.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import {
  createPostgresDatabase,
  tellPostgres,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { copiedTables, copyPostgres } from "./copy-postgres.ts";
import { findUnfit } from "./copy-sqlite.ts";
import { restorePostgres } from "./restore-postgres.ts";

const going = new AbortController().signal;

test("each table of Postgres is in a copy with all its rows, and comes back with them into another Postgres", async () => {
  const { url, database } = await openPostgresStore();
  const tables = await tablesOf(database);
  expect([...copiedTables].sort()).toEqual(tables);
  for (const table of copiedTables) await fill(database, table);
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await copyPostgres(url, copy, going);
  expect(findUnfit(copy)).toBeUndefined();
  const file = new Sqlite(copy, { readonly: true });
  onTestFinished(() => void file.close());
  const other = await openPostgresStore();
  expect(await restorePostgres({ url: other.url, backup: copy })).toMatchObject({
    kind: "restored",
    erasuresLost: true,
  });
  for (const table of tables) {
    const rows = await rowsOf(database, table);
    expect(rows.length, table).toBeGreaterThan(0);
    expect(file.prepare(`select * from "${table}"`).all(), table).toEqual(rows);
    // The sessions of the panel end with each restore.
    if (table !== "panel_keys") expect(await rowsOf(other.database, table), table).toEqual(rows);
  }
});

test("a copy of Postgres holds one instant, although rows are written while it is made", async () => {
  const { url, database } = await openPostgresStore();
  await insertPairs(database, 1, 5_000);
  const copy = join(await temporaryFolder(), "copy.sqlite");
  const copying = copyPostgres(url, copy, going);
  for (let pair = 1; pair <= 50; pair += 1) await insertPairs(database, 5_000 + pair, 5_000 + pair);
  await copying;
  const file = new Sqlite(copy, { readonly: true });
  onTestFinished(() => void file.close());
  const count = (table: string) => file.prepare(`select count(*) from ${table}`).pluck().get();
  expect(count("submissions")).toBeGreaterThanOrEqual(5_000);
  expect(count("troubles")).toBe(count("submissions"));
});

test("a copy of Postgres that is stopped leaves nothing, and one of an empty Postgres is refused", async () => {
  const { url, database } = await openPostgresStore();
  await fill(database, "submissions");
  const folder = await temporaryFolder();
  await expect(
    copyPostgres(url, join(folder, "copy.sqlite"), AbortSignal.abort()),
  ).rejects.toThrow();
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  await expect(copyPostgres(store.url, join(folder, "copy.sqlite"), going)).rejects.toThrow(
    "nenhum servidor criou as tabelas ainda",
  );
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  ["owns no table", "", outages.hiddenRows],
  ["owns one table", "alter table migrations owner to this", "falta permissão"],
])(
  "a role that may read and %s gets no copy, instead of one without rows",
  async (_, also, why) => {
    const { url, database } = await openPostgresStore();
    await fill(database, "submissions");
    const role = await createRole(url);
    await tellPostgres(url, `grant select on all tables in schema public to ${role}`);
    await tellPostgres(url, also.replace("this", role));
    const folder = await temporaryFolder();
    const copying = copyPostgres(withRole(url, role), join(folder, "copy.sqlite"), going);
    expect(outageReason(await copying.catch((thrown) => thrown))).toContain(why);
    expect(await readdir(folder)).toEqual([]);
  },
);

test("a role that is not the owner and has BYPASSRLS gets a copy with all rows", async () => {
  const { url, database } = await openPostgresStore();
  await fill(database, "submissions");
  const role = await createRole(url, "bypassrls");
  await tellPostgres(url, `grant select on all tables in schema public to ${role}`);
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await copyPostgres(withRole(url, role), copy, going);
  const file = new Sqlite(copy, { readonly: true });
  onTestFinished(() => void file.close());
  expect(file.prepare("select email from submissions").all()).toHaveLength(1);
});

/** Writes as many rows into the first table of a copy as into the last one, in one statement. */
async function insertPairs(database: Database, from: number, to: number): Promise<void> {
  await sql`with numbers as (select generate_series(${from}::int, ${to}::int)::text as n),
    first as (insert into submissions (name, email, whatsapp, email_key, surface, received_at)
      select 'x', n || '@example.com', '', n || '@example.com', 'popup', 1 from numbers)
    insert into troubles (name, began_at, told) select n, 1, 1 from numbers`.execute(database);
}

async function tablesOf(database: Database): Promise<string[]> {
  const tables = await database.introspection.getTables();
  return tables
    .map(({ name }) => name)
    .filter((name) => name !== "migrations")
    .sort();
}

/** Writes a row whose numbers are large and whose texts have signs of all kinds; a table with one row keeps it. */
async function fill(database: Database, table: string): Promise<void> {
  const tables = await database.introspection.getTables();
  const columns = tables.find(({ name }) => name === table)?.columns ?? [];
  if ((await rowsOf(database, table)).length > 0) return;
  const names = sql.join(columns.map(({ name }) => sql.ref(name)));
  const values = sql.join(columns.map(({ name, dataType }) => sampleOf(name, dataType)));
  await sql`insert into ${sql.table(table)} (${names}) values (${values})`.execute(database);
}

function sampleOf(name: string, dataType: string): string | number {
  if (/(^|_)id$/.test(name)) return dataType.startsWith("int") ? 1 : "1";
  if (dataType === "int8") return 1_762_891_200_123;
  return dataType === "int4" ? 7 : `'"ção 😀 ${name}`;
}

async function rowsOf(database: Database, table: string): Promise<unknown[]> {
  const { rows } = await sql`select * from ${sql.table(table)} order by 1`.execute(database);
  return rows;
}
