import { sql } from "kysely";
import type { Store } from "./open-database.ts";
import type { Database } from "./tables.ts";

/** What makes a commit outlive a power cut, as this connection has it: names and values. */
export async function readDurability(
  database: Database,
  kind: Store["kind"],
): Promise<ReadonlyMap<string, string>> {
  const settings = kind === "sqlite" ? sqliteSettings : postgresSettings;
  const { rows } = await settings.execute(database);
  return new Map(rows.map(({ name, value }) => [name, String(value)]));
}

const sqliteSettings = sql<{ name: string; value: string | number }>`
  select 'journal_mode' as name, journal_mode as value from pragma_journal_mode
  union all select 'synchronous', synchronous from pragma_synchronous`;

const postgresSettings = sql<{ name: string; value: string | number }>`
  select name, setting as value from pg_settings where name in ('fsync', 'synchronous_commit')`;

/** The newest step that the tables have taken. */
export async function lastMigration(database: Database): Promise<string> {
  const asked = sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`;
  const { rows } = await asked.execute(database);
  return rows[0]?.name ?? "none";
}
