import { type Stats, statSync } from "node:fs";
import type Engine from "better-sqlite3";
import { type Dialect, SqliteDialect, type SqliteStatement } from "kysely";
import { StoreOutage } from "./errors.ts";

export type SqliteFile = Engine.Database;

export type SqliteOptions = {
  /** Called when the store's file or its write-ahead log was removed or replaced. The process must then end. */
  onFileGone?: () => void;
};

/** There are few different statements: only the inserts of many rows differ by their number of rows. */
const maxStatements = 200;

/** Kysely's SQLite with a check of the files before each use, immediate transactions, and statements that are kept. */
export function storeDialect(file: SqliteFile, path: string, options: SqliteOptions): Dialect {
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

  return new SqliteDialect({ database: { close: () => file.close(), prepare } });
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
    // Writes what the open log holds into the file, if only the log is gone. While this fails, as on a full disk, each use
    // tries it again: the log ends with this process.
    if (gone.name !== path) file.pragma("wal_checkpoint(TRUNCATE)");
    broken = new StoreOutage(`${gone.name} foi apagado ou trocado durante o uso`);
    onFileGone?.();
    throw broken;
  };
}

function isAt(path: string, opened: Stats): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && found.ino === opened.ino && found.dev === opened.dev;
}
