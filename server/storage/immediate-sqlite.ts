import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from "kysely";

type Config = {
  database: SqliteDatabase;
  inTransaction: () => boolean;
  /** Throws when what we hold open is no longer the store. */
  checkPlace: () => void;
};

export class ImmediateSqliteDialect extends SqliteDialect {
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
