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
  /** Throws when the open files are no longer the store. */
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
      // The check runs once we hold the only connection: it may write the log into the file, which an open transaction would prevent.
      this.#config.checkPlace();
      return connection;
    } catch (error) {
      await super.releaseConnection();
      throw error;
    }
  }

  /** A deferred transaction that reads first fails at once when another process wrote in between; this one waits. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** On a full disk SQLite rolls back by itself: a second rollback would be an error that hides the first one. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#config.inTransaction()) await super.rollbackTransaction(connection);
  }
}

/** There are few different queries; only a group's insert differs by its number of rows. */
const maxStatements = 200;

/** Kysely prepares each statement again and again. This saves 3 of the 40 µs that the processor spends on a sign-up. */
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
