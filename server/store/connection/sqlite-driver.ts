import { setTimeout as sleep } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type SqliteDatabase,
  SqliteDriver,
} from "kysely";
import { isBusy } from "./errors.ts";

const tryAgainMs = 5;

/** Tries work again while another process keeps the lock that it needs. */
export async function whileBusy<Result>(
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
 * Kysely's driver for SQLite, but while another process keeps the write lock, nobody waits inside SQLite, which would stop
 * all other answers: the statement is tried again for `withinMs`, and in between all that only reads goes on.
 */
export function createSqliteDriver(database: SqliteDatabase, withinMs: number): Driver {
  const inner = new SqliteDriver({ database });
  const opened = inner.init().then(() => inner.acquireConnection());
  let transaction: { of: DatabaseConnection; ended: Promise<void>; end: () => void } | undefined;

  /** `work` begins with its statement, so that no other one comes between it and the look at the transaction. */
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
