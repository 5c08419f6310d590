import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
import type { Database, Tables } from "#server/storage/tables.ts";
import { findNotDurableSettings } from "./durability.ts";
import { outageReason, wordsOf } from "./errors.ts";
import { migrate } from "./migrate.ts";
import { cutWhenHeldFor, openPool } from "./postgres.ts";
import { type OpenOptions, openSqlite } from "./sqlite.ts";

export type Store = { kind: "sqlite"; folder: string } | { kind: "postgres"; url: string };
export type Opened =
  | { kind: "open"; database: Database }
  /** It would say "committed" of what a power cut can still take away. */
  | { kind: "not-durable"; settings: string[] }
  | { kind: "unusable"; reason: string };

const pool = { size: 10, connectWithinMs: 3_000, heldForMs: 60_000 };
/** The visitor waits meanwhile, and is to be told in time that it did not work. */
const signUpPool = { size: 3, connectWithinMs: 2_000, heldForMs: 2_500 };

/** Opens the store and brings its tables up to date; what an operator can mend comes back as a reason. */
export async function openDatabase(store: Store, options: OpenOptions = {}): Promise<Opened> {
  try {
    return await open(store, options);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return { kind: "unusable", reason };
  }
}

/**
 * A way into an open store for sign-ups alone. To Postgres it has connections of its own: they are
 * given up soon, and what takes its time, as keeping the books does, never stands in front of them.
 */
export function openForSignUps(store: Store, database: Database): Database {
  switch (store.kind) {
    case "sqlite":
      return database;
    case "postgres": {
      const own = openPool(store.url, signUpPool);
      cutWhenHeldFor(own, signUpPool.heldForMs);
      return overPool(own);
    }
  }
}

/** For people to read: never with the password. */
export function describeStore(store: Store): string {
  switch (store.kind) {
    case "sqlite":
      return sqliteFile(store.folder);
    case "postgres":
      return `Postgres at ${new URL(store.url).host}`;
  }
}

export function sqliteFile(folder: string): string {
  return join(folder, "leads.sqlite");
}

async function open(store: Store, options: OpenOptions): Promise<Opened> {
  switch (store.kind) {
    case "sqlite":
      makeFolder(store.folder);
      return { kind: "open", database: await openSqlite(sqliteFile(store.folder), options) };
    case "postgres":
      return openPostgres(store.url);
  }
}

/** For nobody but its owner: what will stand in it is about people. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

async function openPostgres(url: string): Promise<Opened> {
  const connections = openPool(url, pool);
  const database = overPool(connections);
  try {
    const opened = await prepare(connections, database);
    if (opened.kind !== "open") await database.destroy();
    // Not before: a migration may take as long as it needs.
    else cutWhenHeldFor(connections, pool.heldForMs);
    return opened;
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

function overPool(connections: pg.Pool): Database {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool: connections }) });
}

/** Nothing is written before it is known that what is written stays. */
async function prepare(connections: pg.Pool, database: Database): Promise<Opened> {
  const reason = await firstContact(connections);
  if (reason !== undefined) return { kind: "unusable", reason };
  const settings = await findNotDurableSettings(database);
  if (settings.length > 0) return { kind: "not-durable", settings };
  await migrate(database, "bigserial");
  return { kind: "open", database };
}

/** A connection fails in more ways than can be listed, many without a code; all are the operator's to mend. */
async function firstContact(connections: pg.Pool): Promise<string | undefined> {
  try {
    const client = await connections.connect();
    client.release();
    return undefined;
  } catch (error) {
    return wordsOf(error);
  }
}
