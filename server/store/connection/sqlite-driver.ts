import { type Stats, statSync } from "node:fs";
import type Engine from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { StoreOutage } from "./errors.ts";

export type SqliteFile = Engine.Database;

export type SqliteOptions = {
  /** Called when the store's file or its write-ahead log was removed or replaced. The process must then end. */
  onFileGone?: () => void;
};

/** Kysely's SQLite with a check of the files before each use, immediate transactions, and statements that are kept. */
export function storeDialect(file: SqliteFile, path: string, options: SqliteOptions): Dialect {
  const database = withCachedStatements(file);
  const checkFiles = watchFiles(file, path, options);
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new StoreDriver(database, file, checkFiles),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
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
    broken = new StoreOutage(`${gone.name} foi apagado ou trocado durante o uso`);
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

class StoreDriver extends SqliteDriver {
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
