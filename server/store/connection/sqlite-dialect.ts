import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";

export type SqliteConfig = {
  database: SqliteDatabase;
  inTransaction: () => boolean;
  /** Throws when the SQLite files that are open are no longer the files in the store's folder. */
  checkPlace: () => void;
};

/** Kysely's dialect for SQLite, with a check of the store before each use, immediate transactions, and cached statements. */
export class StoreSqliteDialect extends SqliteDialect {
  readonly #config: SqliteConfig;

  constructor(config: SqliteConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): SqliteDriver {
    const { database, ...rest } = this.#config;
    return new StoreSqliteDriver({ database: withCachedStatements(database), ...rest });
  }
}

class StoreSqliteDriver extends SqliteDriver {
  readonly #config: SqliteConfig;

  constructor(config: SqliteConfig) {
    super(config);
    this.#config = config;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection();
    try {
      // Check the store's files only while we hold the only connection: the check may write the write-ahead log into
      // the file, which an open transaction would prevent.
      this.#config.checkPlace();
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
    if (this.#config.inTransaction()) await super.rollbackTransaction(connection);
  }
}

/**
 * How many prepared statements are kept. There are few different statements: only the inserts of many rows differ by
 * their number of rows.
 */
const maxStatements = 200;

/**
 * Keeps the prepared statements, because Kysely prepares each statement again and again. This saves 3 of the 40 µs that
 * the processor spends on a sign-up.
 */
function withCachedStatements(file: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => file.close(),
    prepare(sql) {
      const cached = statements.get(sql);
      if (cached) return cached;
      const prepared = file.prepare(sql);
      if (statements.size >= maxStatements) statements.clear();
      statements.set(sql, prepared);
      return prepared;
    },
  };
}
