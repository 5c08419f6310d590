import { type Migration, sql } from "kysely";
import type { Database } from "#server/store/tables.ts";
import { firstVersion } from "./0001-first-version.ts";
import { event } from "./0002-event.ts";
import { nextClass } from "./0003-next-class.ts";
import { groups } from "./0004-groups.ts";
import { evening } from "./0005-evening.ts";
import { rowLevelSecurity } from "./0006-row-level-security.ts";
import type { KeyType } from "./first-version/columns.ts";

/**
 * Brings the tables up to date. The caller gives a transaction of its own that only one process has at a time. Migrations
 * of a newer version are accepted, so that after an update servers of the older version can still start.
 */
export async function migrate(transaction: Database, keyType: KeyType): Promise<void> {
  for (const statement of createRecord) await statement.execute(transaction);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
    transaction,
  );
  const done = new Set(rows.map(({ name }) => name));
  for (const [name, migration] of Object.entries(migrationsFor(keyType))) {
    if (done.has(name)) continue;
    await migration.up(transaction);
    await record(name).execute(transaction);
  }
}

/** The name of the last migration of this version. */
export function newestMigration(): string {
  return Object.keys(migrationsFor("bigserial")).at(-1) ?? "";
}

/** The migrations are named here, not looked up in a folder: the server runs from a bundle. */
function migrationsFor(keyType: KeyType): Record<string, Migration> {
  return {
    "0001-first-version": firstVersion(keyType),
    "0002-event": event,
    "0003-next-class": nextClass,
    "0004-groups": groups(keyType),
    "0005-evening": evening(keyType),
    "0006-row-level-security": rowLevelSecurity(keyType),
  };
}

/**
 * The tables have the names and columns of Kysely's runner of migrations, which made them in older stores. We do not use
 * it, because it takes the lock of a session, which a pooler of Postgres would keep. Nothing locks with the second table:
 * `/readyz` writes to its row (`readiness.ts`).
 */
const createRecord = [
  sql`create table if not exists kysely_migration
    (name varchar(255) primary key, timestamp varchar(255) not null)`,
  sql`create table if not exists kysely_migration_lock
    (id varchar(255) primary key, is_locked integer not null default 0)`,
  sql`insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing`,
];

function record(name: string) {
  return sql`insert into kysely_migration values (${name}, ${new Date().toISOString()})`;
}
