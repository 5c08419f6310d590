import {
  closeSync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
  type StatsFs,
  statSync,
} from "node:fs";
import { statfs } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { migrate } from "#server/store/migrate.ts";
import type { Database, Tables } from "#server/store/schema.ts";
import { isBusy, outageReason, StoreOutage } from "./errors.ts";

export { Sqlite };

/**
 * How long a process waits inside SQLite for another process that writes, while it opens the store's file or empties
 * its log.
 */
const busyTimeoutMs = 5_000;
/**
 * How long a statement is tried while another process keeps the write lock: as long as a visitor waits for an answer.
 */
const busyWithinMs = 2_500;

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
    // SQLite never waits for the switch to WAL mode, but reports "busy" at once: so the switch is tried again here.
    await whileBusy(busyTimeoutMs, () => file.pragma("journal_mode = WAL"));
    // In WAL mode a commit survives a crash of the process; with `full` it also survives a power cut.
    file.pragma("synchronous = FULL");
    // Deleted rows are overwritten: an erased person must not stay readable in a free page.
    file.pragma("secure_delete = ON");
    file.pragma("foreign_keys = ON");
    // The SQL function `clock_ms` exists in Postgres too: all machines need one clock that says when a lease ends.
    file.function("clock_ms", () => Date.now());
    // The write lock lets processes that start together migrate one after the other. Taking the lock also creates the
    // write-ahead log.
    file.exec("begin immediate");
    const database = new Kysely<Tables>({ dialect: storeDialect(file, path, options) });
    await migrate(database);
    file.exec("commit");
    // From now on SQLite must not wait for other processes, because all other answers of this process would wait too.
    file.pragma("busy_timeout = 0");
    return database;
  } catch (error) {
    file.close();
    throw error;
  }
}

export function openSqliteForReading(path: string): Database {
  const file = new Sqlite(path, { readonly: true, timeout: 0 });
  return new Kysely<Tables>({ dialect: storeDialect(file, path) });
}

/**
 * Throws when there is a write-ahead log that does not belong to the store's file. After a copy was put over the file,
 * SQLite would mix the log into the copy; without the file, SQLite would create an empty store and delete the log.
 */
function refuseForeignLog(path: string): void {
  if (isLogAlone(path))
    throw new StoreOutage(
      `falta ${path}, e as inscrições mais novas estão em ${path}-wal. Traga o arquivo de volta, ou restaure uma cópia com --replace`,
    );
  if (hasContent(`${path}-wal`) && !isInWal(path))
    throw new StoreOutage(
      `${path} foi sobrescrito, e ${path}-wal tinha inscrições mais novas. Restaure uma cópia com --replace`,
    );
}

/** True if the store's file was moved away or emptied, and only its write-ahead log is left. */
export function isLogAlone(path: string): boolean {
  return hasContent(`${path}-wal`) && !hasContent(path);
}

export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/**
 * True if the file's header names WAL mode; a copy is never in WAL mode. SQLite must not have the file open in this
 * process yet: closing it here would end SQLite's locks. The header:
 * https://www.sqlite.org/fileformat.html#the_database_header
 */
function isInWal(path: string): boolean {
  const writeVersion = Buffer.alloc(1);
  const descriptor = openSync(path, "r");
  readSync(descriptor, writeVersion, 0, 1, 18);
  closeSync(descriptor);
  return writeVersion[0] === 2;
}

/**
 * Finds out whether another process has the file open, by switching the file out of WAL mode: SQLite refuses this while
 * another process has the file open, even an idle server. The switch also removes the write-ahead log.
 */
export function isInUse(path: string): boolean {
  // If only the write-ahead log is left, SQLite must not open the store, because it would delete the log.
  if (!hasContent(path)) return false;
  try {
    const file = new Sqlite(path, { fileMustExist: true, timeout: 0 });
    try {
      file.pragma("locking_mode = EXCLUSIVE");
      file.pragma("journal_mode = DELETE");
      file.exec("begin exclusive; rollback");
    } finally {
      file.close();
    }
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    // A file that SQLite cannot read is not in use by another process.
    if (outageReason(error) === undefined) throw error;
    return false;
  }
}

type Disk = {
  /** The space that users other than root can still fill. */
  freeBytes: number;
  freeShare: number;
  /** Whether a power cut removes everything. */
  isInMemory?: boolean;
};

/** The file systems tmpfs and ramfs, which are in memory: https://man7.org/linux/man-pages/man2/statfs.2.html */
const memoryTypes = [0x01021994, 0x858458f6];

/** What is known of the disk with this folder. */
export async function readDisk(folder: string): Promise<Disk> {
  const disk = await statfs(folder);
  return {
    freeBytes: disk.bavail * disk.bsize,
    freeShare: freeShare(disk),
    isInMemory: memoryTypes.includes(disk.type),
  };
}

/** The share of a disk that users other than root can still fill, as `df` shows it. */
export function freeShare({ bavail, bfree, blocks }: Pick<StatsFs, "bavail" | "bfree" | "blocks">) {
  const usable = blocks - bfree + bavail;
  return usable === 0 ? 1 : bavail / usable;
}

type SqliteFile = Sqlite.Database;

export type SqliteOptions = {
  /** Called when the store's file or its write-ahead log was removed or replaced. The process must then end. */
  onFileGone?: () => void;
  /** How long a statement is tried while another process writes. Only a test sets it, to less than `busyWithinMs`. */
  withinMs?: number;
};

/**
 * The most prepared statements that are kept. Few are different: only inserts of many rows differ, by their number of
 * rows.
 */
const maxStatements = 200;

/**
 * Kysely's dialect for SQLite with three changes: the files are checked before each use, transactions are immediate,
 * and prepared statements are kept.
 */
function storeDialect(file: SqliteFile, path: string, options: SqliteOptions = {}): Dialect {
  const checkFiles = watchFiles(file, path, options);
  const statements = new Map<string, SqliteStatement>();
  const nothing = file.prepare("select 1");

  function prepare(sql: string): SqliteStatement {
    // On a full disk SQLite rolls back by itself: a second rollback would be an error that hides the first one.
    if (sql === "rollback" && !file.inTransaction) return nothing;
    if (!file.inTransaction) checkFiles();
    const kept = statements.get(sql);
    if (kept) return kept;
    // An immediate transaction waits for other writers. A deferred one that reads first would fail at once if another
    // process wrote in between.
    const prepared = file.prepare(sql === "begin" ? "begin immediate" : sql);
    if (statements.size >= maxStatements) statements.clear();
    statements.set(sql, prepared);
    return prepared;
  }

  const database = { close: () => file.close(), prepare };
  const { withinMs = busyWithinMs } = options;
  const dialect = new SqliteDialect({ database });
  dialect.createDriver = () => createSqliteDriver(database, withinMs);
  return dialect;
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
    // If only the write-ahead log is gone, its content is saved into the store's file. If this fails, as on a full
    // disk, each later use tries again, because the log is lost when this process ends.
    if (gone.name !== path) {
      file.pragma(`busy_timeout = ${busyTimeoutMs}`);
      file.pragma("wal_checkpoint(TRUNCATE)");
    }
    broken = new StoreOutage(`${gone.name} foi apagado ou trocado durante o uso`);
    onFileGone?.();
    throw broken;
  };
}

function isAt(path: string, opened: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}

const tryAgainMs = 5;

/** Tries work again while another process keeps the lock that the work needs. */
async function whileBusy<Result>(
  withinMs: number,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  let giveUpAt: number | undefined;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      giveUpAt ??= performance.now() + withinMs;
      if (!isBusy(error) || performance.now() >= giveUpAt) throw error;
    }
    await sleep(tryAgainMs);
  }
}

/**
 * Kysely's driver for SQLite, but it never waits inside SQLite for the write lock of another process, because all other
 * answers would wait too. It tries the statement again for `withinMs`; meanwhile queries that only read are answered.
 */
function createSqliteDriver(database: SqliteDatabase, withinMs: number): Driver {
  const inner = new SqliteDriver({ database });
  const opened = inner.init().then(() => inner.acquireConnection());
  let transaction: { of: DatabaseConnection; ended: Promise<void>; end: () => void } | undefined;

  /**
   * `work` must begin with its statement, so that no other statement runs after the check that no other transaction is
   * open.
   */
  function whenFree<Result>(of: DatabaseConnection, work: () => Promise<Result>): Promise<Result> {
    return whileBusy(withinMs, async () => {
      while (transaction !== undefined && transaction.of !== of) await transaction.ended;
      return work();
    });
  }

  return {
    init: () => Promise.resolve(),
    async acquireConnection() {
      const file = await opened;
      const connection: DatabaseConnection = {
        executeQuery: (query) => whenFree(connection, () => file.executeQuery(query)),
        streamQuery: (query, size) => file.streamQuery(query, size),
      };
      return connection;
    },
    async beginTransaction(of) {
      const file = await opened;
      await whenFree(of, () => {
        const begun = file.executeQuery(CompiledQuery.raw("begin"));
        let end = () => {};
        const ended = new Promise<void>((resolve) => {
          end = resolve;
        });
        transaction = { of, ended, end };
        return begun;
      });
    },
    commitTransaction: (connection) => inner.commitTransaction(connection),
    rollbackTransaction: (connection) => inner.rollbackTransaction(connection),
    async releaseConnection(connection) {
      if (transaction?.of !== connection) return;
      transaction.end();
      transaction = undefined;
    },
    destroy: () => inner.destroy(),
  };
}
