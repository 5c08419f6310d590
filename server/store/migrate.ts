import { sql } from "kysely";
import { OlderStore } from "./connection/errors.ts";
import { isPostgres } from "./connection/queries.ts";
import { createTables } from "./create-tables.ts";
import type { Database } from "./row-types.ts";

/** Each change of the tables, from the first to the last. They are named here: the server runs from a bundle. */
const migrations = { "0001-tables": createTables };

/**
 * Brings the tables up to date. The caller gives a transaction of its own that only one process has at a time. Migrations
 * of a newer version are accepted, so that after an update servers of the older version can still start.
 */
export async function migrate(transaction: Database): Promise<void> {
  await refuseOlder(transaction);
  await sql`create table if not exists migrations (name text primary key not null, done_at text not null)`.execute(
    transaction,
  );
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(transaction);
  const done = new Set(rows.map(({ name }) => name));
  for (const [name, apply] of Object.entries(migrations)) {
    if (done.has(name)) continue;
    await apply(transaction);
    const now = new Date().toISOString();
    await sql`insert into migrations (name, done_at) values (${name}, ${now})`.execute(transaction);
  }
}

/** The name of the newest migration that this store has; empty, and so before all names, if it has none. */
export async function lastMigration(database: Database): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select name from migrations order by name desc limit 1`.execute(database);
  return rows[0]?.name ?? "";
}

/** The name of the last migration of this version. */
export function newestMigration(): string {
  return Object.keys(migrations).at(-1) ?? "";
}

/** Throws for a store that a program before the first release has made, with Kysely's own list of migrations. */
export async function refuseOlder(database: Database): Promise<void> {
  const found = isPostgres(database)
    ? sql`select from pg_class where oid = to_regclass('kysely_migration')`
    : sql`select 1 from sqlite_master where name = 'kysely_migration'`;
  if ((await found.execute(database)).rows.length > 0) throw new OlderStore();
}
