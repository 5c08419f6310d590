import { resolve } from "node:path";
import type { Database } from "#server/store/schema.ts";
import { outages, StoreOutage } from "./errors.ts";
import { openPostgres, openWithin, signUpLimits } from "./postgres.ts";
import type { SqliteOptions } from "./sqlite.ts";
import {
  hasContent,
  isLogAlone,
  makeFolder,
  openSqlite,
  openSqliteForReading,
  sqliteFile,
} from "./sqlite.ts";

export type Store = { kind: "sqlite"; folder: string } | { kind: "postgres"; url: string };
export type OpenOptions = SqliteOptions & {
  /** With this option a store that does not exist is not created. */
  onlyExisting?: boolean;
};

/** Opens the store and brings its tables up to date. Throws an outage if it cannot be used. */
export async function openDatabase(store: Store, options: OpenOptions = {}): Promise<Database> {
  if (store.kind === "postgres") return openPostgres(store.url, options);
  const file = sqliteFile(store.folder);
  // A file without its log may be empty; a log without its file holds sign-ups, and `openSqlite` says so.
  if (options.onlyExisting && !hasContent(file) && !isLogAlone(file))
    throw new StoreOutage(outages.missing);
  makeFolder(store.folder);
  return openSqlite(file, options);
}

/**
 * Returns the connection for sign-ups to a store that is already open. In Postgres sign-ups have their own pool,
 * so that slow work, such as deriving leads, never keeps a sign-up waiting for a connection.
 */
export function openForSignUps(store: Store, database: Database): Database {
  return store.kind === "sqlite" ? database : openWithin(store.url, signUpLimits);
}

/** Returns the connection for figures to a store that is already open. In SQLite no transaction waits for its reads. */
export function openForReading(store: Store, database: Database): Database {
  return store.kind === "sqlite" ? openSqliteForReading(sqliteFile(store.folder)) : database;
}

/**
 * Names the store in messages for people: the whole path of its file, because a relative one means another folder
 * elsewhere, or its address without user and password. A password with a bare `/`, `?` or `#` makes a URL
 * whose host and path hold a part of the password, with the "@" after it: such a place is not shown.
 */
export function describeStore(store: Store): string {
  if (store.kind === "sqlite") return resolve(sqliteFile(store.folder));
  const { host, pathname, search, hash } = new URL(store.url);
  const holdsPassword = `${pathname}${search}${hash}`.includes("@");
  return `Postgres (${holdsPassword ? "DATABASE_URL" : `${host}${pathname}`})`;
}
