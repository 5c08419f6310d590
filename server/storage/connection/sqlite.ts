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
import type { Database, Tables } from "#server/storage/tables.ts";
import { migrate } from "./migrate.ts";
import { Sqlite, type SqliteFile } from "./sqlite-engine.ts";
import { refuseForeignLog, waitForLog } from "./store-log.ts";
import { type OpenStore, type WatchOptions, watchPlace } from "./store-place.ts";

export type OpenOptions = Partial<WatchOptions>;

/** How long a process waits while another one writes to the same file. */
const busyTimeoutMs = 5_000;
const busyRetryMs = 20;

export async function openSqlite(path: string, options: OpenOptions): Promise<Database> {
  refuseForeignLog(path);
  await waitForLog(path);
  const file = new Sqlite(path, { timeout: busyTimeoutMs });
  try {
    await switchToWal(file);
    // WAL alone survives a crash of the process; FULL also survives a power cut.
    file.pragma("synchronous = FULL");
    file.pragma("foreign_keys = ON");
    // What is deleted is overwritten: an erased person must not stay readable in a free page.
    file.pragma("secure_delete = ON");
    // Postgres has its own: see `database-clock.ts`.
    file.function("clock_ms", () => Date.now());
    return await migrateAlone(file, options);
  } catch (error) {
    file.close();
    throw error;
  }
}

/** Waits while another process switches to WAL too: here SQLite says "busy" at once, where it otherwise waits. */
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

/** Migrates under SQLite's write lock, so that processes that start together take turns: Kysely takes no lock on SQLite. */
async function migrateAlone(file: SqliteFile, options: OpenOptions): Promise<Database> {
  const { onLogRemoved = () => {}, monotonicMs = () => performance.now() } = options;
  // This also creates the write-ahead log, so that its file can be watched.
  file.exec("begin immediate");
  const place = watchPlace(openStoreOf(file), { onLogRemoved, monotonicMs });
  const database = new Kysely<Tables>({
    dialect: new ImmediateSqliteDialect({
      database: { ...withCachedStatements(file), close: () => place.close(file) },
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
    // The first column of the answer is 1 when another process prevented it.
    emptyLog: () => file.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0,
    newest: { here: () => newestIn(file), afresh: () => newestAfresh(file.name) },
  };
}

/** The number of the newest sign-up. It only grows, because SQLite never uses one twice. */
function newestIn(file: SqliteFile): number {
  const newest = file.prepare("select seq from sqlite_sequence where name = 'submissions'");
  return Number(newest.pluck().get() ?? 0);
}

/** The same through a new connection; Infinity if none can be opened (no free descriptor), which says nothing about the store. */
function newestAfresh(name: string): number {
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

type Config = {
  database: SqliteDatabase;
  inTransaction: () => boolean;
  /** Throws when what we hold open is no longer the store. */
  checkPlace: () => void;
};

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: Config;

  constructor(config: Config) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    return new ImmediateSqliteDriver(this.#config);
  }
}

class ImmediateSqliteDriver extends SqliteDriver {
  readonly #config: Config;

  constructor(config: Config) {
    super(config);
    this.#config = config;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    try {
      // Check only now, when the connection is ours: the check may save the log, which no open transaction may hinder.
      this.#config.checkPlace();
      return connection;
    } catch (error) {
      await super.releaseConnection();
      throw error;
    }
  }

  /** A deferred transaction that reads first fails at once when another process wrote in between; this one waits its turn. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** On a full disk SQLite has rolled back by itself: to ask again would be an error that hides the first. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#config.inTransaction()) await super.rollbackTransaction(connection);
  }
}

/** Queries come in few shapes; a group's insert comes in one for each number of rows. */
const mostStatements = 200;

/** Kysely prepares each statement anew; for SQLite that is most of the work of a small one. */
function withCachedStatements(file: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      const prepared = file.prepare(sql);
      if (statements.size >= mostStatements) statements.clear();
      statements.set(sql, prepared);
      return prepared;
    },
  };
}
