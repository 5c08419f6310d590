import type { Database } from "#server/storage/tables.ts";
import { outageReason } from "./errors.ts";
import { openPostgres, openPostgresForSignUps } from "./postgres.ts";
import { makeFolder, type OpenOptions, openSqlite, sqliteFile } from "./sqlite.ts";

export type Store = { kind: "sqlite"; folder: string } | { kind: "postgres"; url: string };
export type Opened =
  | { kind: "open"; database: Database }
  /**
   * The store was not opened: with these `settings` a power cut could remove commits that the database reports as done.
   */
  | { kind: "not-durable"; settings: string[] }
  | { kind: "unusable"; reason: string };

/** Opens the store and brings its tables up to date. A failure that the operator can repair is returned as a reason. */
export async function openDatabase(store: Store, options: OpenOptions = {}): Promise<Opened> {
  try {
    return await open(store, options);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return { kind: "unusable", reason };
  }
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

/**
 * Returns the connection for sign-ups to a store that is already open. In Postgres sign-ups have their own pool,
 * so that slow work, such as deriving leads, never keeps a sign-up waiting for a connection.
 */
export function openForSignUps(store: Store, database: Database): Database {
  switch (store.kind) {
    case "sqlite":
      return database;
    case "postgres":
      return openPostgresForSignUps(store.url);
  }
}

/** Names the store in messages for people, never with the password. */
export function describeStore(store: Store): string {
  switch (store.kind) {
    case "sqlite":
      return sqliteFile(store.folder);
    case "postgres":
      return `Postgres at ${new URL(store.url).host}`;
  }
}
