import { closeSync, mkdirSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { outages } from "#phrases/store-outages.ts";
import { migrate } from "#server/store/migrate.ts";
import type { Database, Tables } from "#server/store/tables.ts";
import { outageReason, staleStore } from "./errors.ts";
import { Sqlite, type SqliteFile } from "./sqlite-engine.ts";

export type SqliteOptions = {
  /** Called when the store's file or its write-ahead log was removed or replaced. The process must then end. */
  onFileGone?: () => void;
};

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

export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<Database> {
  refuseForeignLog(path);
  const file = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    await switchToWal(file);
    // In WAL mode a commit survives a crash of the process; with `full` it also survives a power cut.
    file.pragma("synchronous = FULL");
    // Deleted rows are overwritten: an erased person must not stay readable in a free page.
    file.pragma("secure_delete = ON");
    file.pragma("foreign_keys = ON");
    // Postgres has a function with this name too: see `clock.ts`.
    file.function("clock_ms", () => Date.now());
    // Processes that start together migrate one after the other. The write lock also creates the write-ahead log.
    file.exec("begin immediate");
    const dialect = new StoreSqliteDialect(file, watchFiles(file, path, options));
    const database = new Kysely<Tables>({ dialect });
    await migrate(database);
    file.exec("commit");
    return database;
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
  for (;;) {
    try {
      file.pragma("journal_mode = WAL");
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > giveUpAt) throw error;
    }
    await sleep(busyRetryMs);
  }
}

/**
 * SQLite reports no error when its files are removed or replaced while they are open, and what it then writes is lost at
 * the next start. The files at the two paths are therefore compared with the open ones before each use.
 */
function watchFiles(file: SqliteFile, path: string, { onFileGone }: SqliteOptions): () => void {
  const opened = [path, `${path}-wal`].map((name) => ({ name, stats: statSync(name) }));
  let broken: Error | undefined;
  return () => {
    if (broken) throw broken;
    const gone = opened.find(({ name, stats }) => !isAt(name, stats));
    if (gone === undefined) return;
    broken = staleStore(outages.replaced(gone.name));
    // Writes what the open log holds into the file, if only the log is gone.
    if (gone.name !== path) file.pragma("wal_checkpoint(TRUNCATE)");
    onFileGone?.();
    throw broken;
  };
}

function isAt(path: string, opened: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}

/** Kysely's dialect with a check of the files before each use, immediate transactions, and statements that are kept. */
class StoreSqliteDialect extends SqliteDialect {
  readonly #createDriver: () => SqliteDriver;

  constructor(file: SqliteFile, checkFiles: () => void) {
    const database = withCachedStatements(file);
    super({ database });
    this.#createDriver = () => new StoreSqliteDriver(database, file, checkFiles);
  }

  override createDriver(): SqliteDriver {
    return this.#createDriver();
  }
}

class StoreSqliteDriver extends SqliteDriver {
  readonly #file: SqliteFile;
  readonly #checkFiles: () => void;

  constructor(database: SqliteDatabase, file: SqliteFile, checkFiles: () => void) {
    super({ database });
    this.#file = file;
    this.#checkFiles = checkFiles;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    try {
      this.#checkFiles();
      return connection;
    } catch (error) {
      await super.releaseConnection();
      throw error;
    }
  }

  /**
   * Begins an immediate transaction, which waits for other writers. A deferred transaction that reads first would fail
   * at once if another process wrote in between.
   */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /**
   * Rolls back only if a transaction is still open, because on a full disk SQLite rolls back by itself. A second
   * rollback would be an error that hides the first error.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** There are few different statements: only the inserts of many rows differ by their number of rows. */
const maxStatements = 200;

/** Keeps the prepared statements: Kysely prepares each statement again and again. */
function withCachedStatements(file: SqliteFile): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const kept = statements.get(sql);
      if (kept) return kept;
      const prepared = file.prepare(sql);
      if (statements.size >= maxStatements) statements.clear();
      statements.set(sql, prepared);
      return prepared;
    },
  };
}

/**
 * Throws when there is a write-ahead log that does not belong to the store's file. After a copy was put over the file,
 * SQLite would mix the log into it; without the file, SQLite would create an empty store and delete the log.
 */
export function refuseForeignLog(path: string): void {
  if (isLogAlone(path)) throw staleStore(outages.logAlone(path));
  if (hasContent(`${path}-wal`) && !isInWal(path)) throw staleStore(outages.foreignLog(path));
}

/** True if the file was moved away or emptied and only its write-ahead log is left. */
export function isLogAlone(path: string): boolean {
  return hasContent(`${path}-wal`) && !hasContent(path);
}

export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** A copy is never in WAL mode. Where the file says so: https://www.sqlite.org/fileformat.html#the_database_header */
function isInWal(path: string): boolean {
  const writeVersion = Buffer.alloc(1);
  const descriptor = openSync(path, "r");
  readSync(descriptor, writeVersion, 0, 1, 18);
  closeSync(descriptor);
  return writeVersion[0] === 2;
}

/** Whether another process has the file open. */
type Holder = { kind: "free" } | { kind: "in-use" } | { kind: "unreadable"; reason: string };

/**
 * Finds out whether another process has the file open, by switching the file out of WAL mode: SQLite refuses this while
 * another process has the file open, even an idle server. So a free file has no write-ahead log any more.
 */
export function findHolder(path: string): Holder {
  try {
    const file = new Sqlite(path, { fileMustExist: true, timeout: 0 });
    try {
      file.pragma("locking_mode = EXCLUSIVE");
      file.pragma("journal_mode = DELETE");
      file.exec("begin exclusive; rollback");
    } finally {
      file.close();
    }
    return { kind: "free" };
  } catch (error) {
    if (isBusy(error)) return { kind: "in-use" };
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return { kind: "unreadable", reason };
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}

/** The share of the folder's disk that users other than root can still fill, as `df` shows it. */
export async function diskFreeShare(folder: string): Promise<number> {
  const { bavail, bfree, blocks } = await statfs(folder);
  const usable = blocks - bfree + bavail;
  return usable === 0 ? 1 : bavail / usable;
}
