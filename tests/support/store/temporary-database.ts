import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import type { SqliteOptions } from "#server/store/connection/sqlite.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import { openDatabase, type Store } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";

/** The database engines of the store, for `test.each`: tests of the store run on both engines. */
export const engines = ["sqlite", "postgres"] as const;
export type Engine = (typeof engines)[number];

export type TemporaryDatabase = { database: Database; close(): Promise<void> };
export type TemporaryStore<Kind extends Store> = { store: Kind; remove(): Promise<void> };

type SqliteStore = Extract<Store, { kind: "sqlite" }>;
export type PostgresStore = Extract<Store, { kind: "postgres" }>;

/** A real, empty store for one test, opened as in production; it is deleted when the test ends. */
export async function temporaryDatabase(engine: Engine): Promise<Database> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return database;
}

/** An empty folder for one test; it is deleted when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  return store.folder;
}

/** Opens the SQLite store in this folder; the test must close it. */
export function openSqliteIn(folder: string, options?: SqliteOptions): Promise<Database> {
  return openDatabase({ kind: "sqlite", folder }, options);
}

/** A real, empty store, opened as in production; the caller must close it. */
export async function openTemporaryDatabase(engine: Engine = "sqlite"): Promise<TemporaryDatabase> {
  const { store, remove } = await createMigratedStore(engine);
  const database = await openDatabase(store);
  // SQLite need not wait for the disk: no test cuts the power, and a disk that is busy with other tests is slow.
  if (engine === "sqlite") await sql`pragma synchronous = off`.execute(database);
  const close = async () => {
    await database.destroy();
    await remove();
  };
  return { database, close };
}

/** A folder or a Postgres database for a store; no store was opened in it yet. */
export function createTemporaryStore(engine: Engine): Promise<TemporaryStore<Store>> {
  switch (engine) {
    case "sqlite":
      return createTemporaryFolder();
    case "postgres":
      return createPostgresDatabase();
  }
}

/**
 * A store with all tables and no people, as after the first start of a server. Migrations make only the first such
 * store of a process, because they take longer than most tests; each later store is a copy.
 */
export function createMigratedStore(engine: Engine): Promise<TemporaryStore<Store>> {
  switch (engine) {
    case "sqlite":
      return createMigratedFolder();
    case "postgres":
      return createMigratedDatabase();
  }
}

export async function createTemporaryFolder(): Promise<TemporaryStore<SqliteStore>> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  return {
    store: { kind: "sqlite", folder },
    remove: () => rm(folder, { recursive: true }),
  };
}

let migratedFile: Promise<Buffer> | undefined;

async function createMigratedFolder(): Promise<TemporaryStore<SqliteStore>> {
  migratedFile ??= readMigratedFile();
  const file = await migratedFile;
  const folder = await createTemporaryFolder();
  await writeFile(sqliteFile(folder.store.folder), file);
  return folder;
}

async function readMigratedFile(): Promise<Buffer> {
  const { store, remove } = await createTemporaryFolder();
  await (await openDatabase(store)).destroy();
  const file = await readFile(sqliteFile(store.folder));
  await remove();
  return file;
}

/**
 * Postgres databases that earlier tests have used and that are empty now. Emptying a database takes a tenth of the time
 * of dropping it and creating a new one.
 */
const emptied: PostgresStore[] = [];

export async function createPostgresDatabase(): Promise<TemporaryStore<PostgresStore>> {
  const store = emptied.pop() ?? (await createDatabase());
  return { store, remove: () => empty(store) };
}

type MigratedStore = { store: PostgresStore; schema: string; restore: string };

/** Databases that earlier tests have used, restored to the state after the migrations. */
const migrated: MigratedStore[] = [];

export async function createMigratedDatabase(): Promise<TemporaryStore<PostgresStore>> {
  const taken = migrated.pop() ?? (await migrateDatabase());
  const { store, schema, restore } = taken;
  const remove = async () => {
    const isRestored = await withPostgres(store.url, async (ask) => {
      if ((await schemaOf(ask)) !== schema) return false;
      await ask(restore);
      return true;
    });
    if (!isRestored) return empty(store);
    migrated.push(taken);
  };
  return { store, remove };
}

async function migrateDatabase(): Promise<MigratedStore> {
  const { store } = await createPostgresDatabase();
  await (await openDatabase(store)).destroy();
  return withPostgres(store.url, async (ask) => {
    return { store, schema: await schemaOf(ask), restore: await restoringRows(ask) };
  });
}

/** A text that differs after any change of the tables, their rights and triggers, or the settings of the database. */
async function schemaOf(ask: Ask): Promise<string> {
  const rows = await ask(
    `select (${versionsOf("pg_class where relnamespace = 'public'::regnamespace")}) as classes,
      (${versionsOf("pg_attribute")}) as columns,
      (${versionsOf("pg_constraint")}) as constraints,
      (${versionsOf("pg_trigger")}) as triggers,
      (${versionsOf("pg_proc")}) as functions,
      (${versionsOf("pg_namespace where nspname !~ '^pg_'")}) as schemas,
      (${versionsOf("pg_db_role_setting where setdatabase = (select oid from pg_database where datname = current_database())")}) as settings`,
  );
  return JSON.stringify(rows);
}

/** A hash of the position and the writing transaction of each row: both differ after the row is changed. */
function versionsOf(rows: string): string {
  return `select md5(string_agg(ctid::text || xmin::text, ',' order by ctid)) from ${rows}`;
}

/** Statements that restore the rows and the counters to their state after the migrations. */
async function restoringRows(ask: Ask): Promise<string> {
  const statements = ["set session_replication_role = replica"];
  for (const { name, kind } of await ask(`select relname as name, relkind as kind from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'S')`)) {
    if (kind === "S") statements.push(`select setval('${name}', 1, false)`);
    else statements.push(`delete from ${name}`);
    const [first] = kind === "S" ? [] : await ask(`select json_agg(t) as rows from ${name} t`);
    const rows = first?.["rows"] && JSON.stringify(first["rows"]).replaceAll("'", "''");
    if (rows)
      statements.push(
        `insert into ${name} select * from json_populate_recordset(null::${name}, '${rows}')`,
      );
  }
  return statements.join(";\n");
}

async function createDatabase(): Promise<PostgresStore> {
  const server = inject("postgresUrl");
  const name = `leads_${randomUUID().replaceAll("-", "")}`;
  await tellPostgres(server, `create database ${name}`);
  return { kind: "postgres", url: new URL(`/${name}`, server).href };
}

/** Makes a database as empty as after `create database`, including its settings. */
async function empty(store: PostgresStore): Promise<void> {
  const statement = `drop schema public cascade;
    create schema public authorization pg_database_owner;
    grant usage on schema public to public;
    alter database ${databaseName(store)} reset all`;
  await tellPostgres(store.url, statement);
  emptied.push(store);
}

export function databaseName({ url }: PostgresStore): string {
  return new URL(url).pathname.slice(1);
}

/** Runs a statement on a separate connection, not on one of the product. */
export async function tellPostgres(url: string, statement: string): Promise<void> {
  await queryPostgres(url, statement);
}

/** Runs a statement on a separate connection, and returns its rows. */
export function queryPostgres(url: string, statement: string): Promise<Row[]> {
  return withPostgres(url, (ask) => ask(statement));
}

type Row = Record<string, unknown>;
type Ask = (statement: string) => Promise<Row[]>;

async function withPostgres<T>(url: string, work: (ask: Ask) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(async (statement) => (await client.query(statement)).rows);
  } finally {
    await client.end();
  }
}
