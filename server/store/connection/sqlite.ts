import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Kysely } from "kysely";
import { migrate } from "#server/store/migrations/migrate.ts";
import type { Database, Tables } from "#server/store/tables.ts";
import { StoreSqliteDialect } from "./sqlite-dialect.ts";
import { Sqlite, type SqliteFile } from "./sqlite-engine.ts";
import { type OpenStore, type WatchOptions, watchPlace } from "./store-place.ts";
import { refuseForeignLog, waitForLog } from "./write-ahead-log.ts";

export type SqliteOptions = Partial<WatchOptions>;

/** How long a process waits for SQLite's write lock while another process writes to the same file. */
const busyTimeoutMs = 5_000;
const busyRetryMs = 20;

export function sqliteFile(folder: string): string {
  return join(folder, "leads.sqlite");
}

/** Makes a folder that only its owner may read, because the store holds personal data. */
export function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

export async function openSqlite(path: string, options: SqliteOptions): Promise<Database> {
  refuseForeignLog(path);
  await waitForLog(path);
  const file = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    await switchToWal(file);
    // In WAL mode a commit survives a crash of the process; with `FULL` it also survives a power cut.
    file.pragma("synchronous = FULL");
    file.pragma("foreign_keys = ON");
    // Deleted rows are overwritten: an erased person must not stay readable in a free page.
    file.pragma("secure_delete = ON");
    // SQLite gets the function `clock_ms` here; Postgres gets it from its migration: see `clock.ts`.
    file.function("clock_ms", () => Date.now());
    return await migrateAlone(file, options);
  } catch (error) {
    file.close();
    throw error;
  }
}

/**
 * Switches the file to WAL mode, and tries again while another process switches it: for this switch alone, SQLite
 * reports "busy" at once and does not wait.
 */
async function switchToWal(file: SqliteFile): Promise<void> {
  const giveUpAt = performance.now() + busyTimeoutMs;
  while (!isInWal(file, giveUpAt)) await sleep(busyRetryMs);
}

function isInWal(file: SqliteFile, giveUpAt: number): boolean {
  try {
    file.pragma("journal_mode = WAL");
    return true;
  } catch (error) {
    const busy = error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
    if (busy && performance.now() < giveUpAt) return false;
    throw error;
  }
}

/** Migrates under SQLite's write lock, so that processes that start together migrate one after the other. */
async function migrateAlone(file: SqliteFile, options: SqliteOptions): Promise<Database> {
  const { onLogRemoved = () => {}, monotonicMs = () => performance.now() } = options;
  // The write lock also creates the write-ahead log, so that the log's file can be watched.
  file.exec("begin immediate");
  const place = watchPlace(openStoreOf(file), { onLogRemoved, monotonicMs });
  const database = new Kysely<Tables>({
    dialect: new StoreSqliteDialect({
      database: { prepare: (sql) => file.prepare(sql), close: () => place.close(file) },
      inTransaction: () => file.inTransaction,
      checkPlace: place.check,
    }),
  });
  await migrate(database, "integer");
  file.exec("commit");
  return database;
}

function openStoreOf(file: SqliteFile): OpenStore {
  return {
    file: file.name,
    // The checkpoint's answer has 1 in its first column when another process prevented the checkpoint.
    emptyLog: () => file.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0,
    newest: { inThis: () => newestIn(file), inNew: () => newestInNew(file.name) },
  };
}

/** The number of the newest submission. It only grows, because SQLite never uses a number twice. */
function newestIn(file: SqliteFile): number {
  const newest = file.prepare("select seq from sqlite_sequence where name = 'submissions'");
  return Number(newest.pluck().get() ?? 0);
}

/**
 * The number of the newest submission, as a new connection sees it. Infinity if no connection can be opened (no free
 * file descriptor), which says nothing about the store.
 */
function newestInNew(name: string): number {
  try {
    const file = new Sqlite(name, { readonly: true });
    try {
      return newestIn(file);
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof Sqlite.SqliteError && error.code === "SQLITE_CANTOPEN") return Infinity;
    throw error;
  }
}
