import { outageReason } from "./errors.ts";
import { Sqlite, type SqliteFile } from "./sqlite-engine.ts";

/** Whether another process has the file open. */
export type Holder = { kind: "free" } | { kind: "in-use" } | { kind: "unreadable"; reason: string };

/**
 * Finds out whether another process has the file open, by switching the file out of WAL mode: SQLite refuses this while
 * another process has the file open, even an idle server. So a free file has no write-ahead log any more.
 */
export function findHolder(file: string): Holder {
  try {
    openAlone(file, (connection) => {
      connection.pragma("journal_mode = DELETE");
      connection.exec("begin exclusive; rollback");
    });
    return { kind: "free" };
  } catch (error) {
    if (isBusy(error)) return { kind: "in-use" };
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return { kind: "unreadable", reason };
  }
}

/** Unlike `findHolder` this changes nothing. An unreadable file counts as not open. */
export function isOpenElsewhere(file: string): boolean {
  try {
    openAlone(file, (connection) => {
      connection.prepare("select count(*) from sqlite_master").get();
    });
    return false;
  } catch (error) {
    return isBusy(error);
  }
}

function openAlone(file: string, use: (connection: SqliteFile) => void): void {
  const connection = new Sqlite(file, { fileMustExist: true, timeout: 0 });
  try {
    connection.pragma("locking_mode = EXCLUSIVE");
    use(connection);
  } finally {
    connection.close();
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Sqlite.SqliteError && error.code.startsWith("SQLITE_BUSY");
}
