import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { openDatabase, type Store } from "#server/storage/connection/open-database.ts";
import type { SqliteOptions } from "#server/storage/connection/sqlite.ts";
import type { Database } from "#server/storage/tables.ts";

/** The engines of the store, for `test.each`: a test of the store runs on both. */
export const engines = ["sqlite", "postgres"] as const;
export type Engine = (typeof engines)[number];

export type TemporaryDatabase = { database: Database; close(): Promise<void> };
export type TemporaryStore<Kind extends Store> = { store: Kind; remove(): Promise<void> };

type SqliteStore = Extract<Store, { kind: "sqlite" }>;
export type PostgresStore = Extract<Store, { kind: "postgres" }>;

/** A real, empty store, opened as in production, for one test: it is removed when the test ends. */
export async function temporaryDatabase(engine: Engine): Promise<Database> {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return database;
}

/** An empty folder for one test: it is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  return store.folder;
}

/** Opens the store in this folder. The test closes it. */
export function openSqliteIn(folder: string, options?: SqliteOptions): Promise<Database> {
  return openStore({ kind: "sqlite", folder }, options);
}

/** Opens a store as in production. The caller closes it. */
export async function openStore(store: Store, options?: SqliteOptions): Promise<Database> {
  const opened = await openDatabase(store, options);
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  return opened.database;
}

/** A real, empty store, opened as in production. The caller closes it. */
export async function openTemporaryDatabase(engine: Engine = "sqlite"): Promise<TemporaryDatabase> {
  const { store, remove } = await createTemporaryStore(engine);
  const database = await openStore(store);
  const close = async () => {
    await database.destroy();
    await remove();
  };
  return { database, close };
}

/** A place for a store (a folder or a Postgres database) in which no store was opened yet. */
export function createTemporaryStore(engine: Engine): Promise<TemporaryStore<Store>> {
  switch (engine) {
    case "sqlite":
      return createTemporaryFolder();
    case "postgres":
      return createPostgresDatabase();
  }
}

export async function createTemporaryFolder(): Promise<TemporaryStore<SqliteStore>> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  return {
    store: { kind: "sqlite", folder },
    remove: () => rm(folder, { recursive: true }),
  };
}

/**
 * Postgres databases that earlier tests have used and that are now empty. To empty one takes a tenth of the time of
 * dropping it and creating a new one.
 */
const emptied: PostgresStore[] = [];

export async function createPostgresDatabase(): Promise<TemporaryStore<PostgresStore>> {
  const store = emptied.pop() ?? (await createDatabase());
  const remove = async () => {
    await tellPostgres(store.url, emptying(store));
    emptied.push(store);
  };
  return { store, remove };
}

async function createDatabase(): Promise<PostgresStore> {
  const server = inject("postgresUrl");
  const name = `leads_${randomUUID().replaceAll("-", "")}`;
  await tellPostgres(server, `create database ${name}`);
  return { kind: "postgres", url: new URL(`/${name}`, server).href };
}

/** Statements that make a database as empty as after `create database`, settings included. */
function emptying(store: PostgresStore): string {
  return `drop schema public cascade;
    create schema public authorization pg_database_owner;
    grant usage on schema public to public;
    alter database ${databaseName(store)} reset all`;
}

export function databaseName({ url }: PostgresStore): string {
  return new URL(url).pathname.slice(1);
}

/** Runs a statement on a connection of its own, which the product does not know. */
export async function tellPostgres(url: string, statement: string): Promise<void> {
  await queryPostgres(url, statement);
}

/** The same, and returns the rows. */
export async function queryPostgres(
  url: string,
  statement: string,
): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
