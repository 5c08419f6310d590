import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { outageReason } from "#server/store/connection/errors.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/row-types.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { createRole, withRole } from "#tests/support/store/postgres-role.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import {
  createPostgresDatabase,
  openSqliteIn,
  tellPostgres,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import { copySqlite, findUnfit, makeCopy, readFile as readCopy } from "./copy.ts";
import { restoreStore } from "./restore-command.ts";

const going = new AbortController().signal;
const every_ms = 1_762_891_200_123;

test("each table of Postgres is in a copy, and comes back, with all its rows", async () => {
  const { url, database } = await openPostgresStore();
  const tables = await tablesOf(database);
  for (const table of ["submissions", "leads", "groups", ...tables]) await fill(database, table);
  const copy = join(await temporaryFolder(), "copy.sqlite");
  await makeCopy({ kind: "postgres", url }, copy, going);
  expect(findUnfit(copy)).toBeUndefined();
  const other = await openPostgresStore();
  const into = { kind: "postgres", url: other.url } as const;
  const restored = await restoreStore(into, {
    backup: copy,
    replace: false,
    now: 5,
    stopped: going,
  });
  expect(restored).toMatchObject({ kind: "restored", erasuresLost: true });
  for (const table of tables) {
    const rows = await rowsOf(database, table);
    expect(rows.length, table).toBeGreaterThan(0);
    const copied = readCopy(copy, (file) => file.prepare(`select * from "${table}"`).all());
    expect(copied, table).toEqual(rows);
    // The sessions of the panel end with each restore, which is an action, and copies are expected from then on.
    const unknown = { proved_at: null, proved_copy: null, unproved: null };
    const copies = [{ place: "'\"ção 😀 place", every_ms, at: 5, ...unknown }];
    const restore = { id: 2, at: 5, panel_key: null, action: "restore", detail: null };
    const actions = [...(await rowsOf(database, "actions")), restore];
    const changed = { panel_keys: [], copies, actions };
    const expected = Object.entries(changed).find(([name]) => name === table)?.[1] ?? rows;
    expect(await rowsOf(other.database, table), table).toEqual(expected);
  }
});

test("a copy of Postgres holds one instant, although rows are written", async () => {
  const { url, database } = await openPostgresStore();
  await insertPairs(database, 1, 5_000);
  const copy = join(await temporaryFolder(), "copy.sqlite");
  const copying = makeCopy({ kind: "postgres", url }, copy, going);
  for (let pair = 1; pair <= 50; pair += 1) await insertPairs(database, 5_000 + pair, 5_000 + pair);
  await copying;
  const count = (table: string) =>
    readCopy(copy, (file) => file.prepare(`select count(*) from ${table}`).pluck().get());
  expect(count("submissions")).toBeGreaterThanOrEqual(5_000);
  expect(count("troubles")).toBe(count("submissions"));
});

test("a stopped copy leaves nothing; an empty Postgres is refused", async () => {
  const { url, database } = await openPostgresStore();
  await fill(database, "submissions");
  const folder = await temporaryFolder();
  await expect(
    makeCopy({ kind: "postgres", url }, join(folder, "copy.sqlite"), AbortSignal.abort()),
  ).rejects.toThrow();
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  await expect(makeCopy(store, join(folder, "copy.sqlite"), going)).rejects.toThrow(
    "nenhum servidor criou as tabelas ainda",
  );
  expect(await readdir(folder)).toEqual([]);
});

test("a role that may not read one of the tables gets no copy, instead of one without it", async () => {
  const { url, database } = await openPostgresStore();
  await fill(database, "submissions");
  const role = await createRole(url);
  await tellPostgres(url, `grant select on all tables in schema public to ${role}`);
  await tellPostgres(url, `revoke select on submissions from ${role}`);
  const folder = await temporaryFolder();
  const store = { kind: "postgres", url: withRole(url, role) } as const;
  const copying = makeCopy(store, join(folder, "copy.sqlite"), going);
  expect(outageReason(await copying.catch((thrown) => thrown))).toContain("falta permissão");
  expect(await readdir(folder)).toEqual([]);
});

const lead = { name: "x".repeat(20_000), email: "ana@example.com", whatsapp: "x" };

test("a copy of a store in use holds everything that was stored until then", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  for (let index = 0; index < 500; index += 1) await signUp(database, index);
  const copy = await temporaryFolder();
  copySqlite(sqliteFile(folder), sqliteFile(copy));
  await signUp(database, 500);
  await database.destroy();
  expect(findUnfit(sqliteFile(copy))).toBeUndefined();
  expect(await countIn(copy)).toBe(500);
  expect(await countIn(folder)).toBe(501);
});

test("a copy touches no unfinished file of another copy of its name", async () => {
  const folder = await temporaryFolder();
  await (await openSqliteIn(folder)).destroy();
  const copy = join(await temporaryFolder(), "leads.backup");
  await writeFile(`${copy}.part`, "half a backup");
  copySqlite(sqliteFile(folder), copy);
  expect(await readFile(`${copy}.part`, "utf8")).toBe("half a backup");
  expect(() => copySqlite(sqliteFile(folder), copy)).toThrow("já existe");
  expect(await readdir(dirname(copy))).toEqual(["leads.backup", "leads.backup.part"]);
});

function signUp(database: Database, receivedAt: number): Promise<void> {
  return appendSubmission(database, { lead, surface: "popup", receivedAt });
}

async function countIn(folder: string): Promise<number> {
  const database = await openSqliteIn(folder);
  const rows = await database.selectFrom("submissions").select("id").execute();
  await database.destroy();
  return rows.length;
}

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
    .filter((name) => name !== "schema_migrations")
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
  if (dataType === "int8") return every_ms;
  return dataType === "int4" ? 7 : `'"ção 😀 ${name}`;
}

async function rowsOf(database: Database, table: string): Promise<unknown[]> {
  const { rows } = await sql`select * from ${sql.table(table)} order by 1`.execute(database);
  return rows;
}
