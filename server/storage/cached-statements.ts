import type { SqliteDatabase, SqliteStatement } from "kysely";

/** Queries come in few shapes; a group's insert comes in one for each number of rows. */
const mostStatements = 200;

/** Kysely prepares each statement anew; for SQLite that is most of the work of a small one. */
export function withCachedStatements(file: SqliteDatabase): SqliteDatabase {
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
