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
  select name, setting as value from pg_settings
  where name in ('fsync', 'full_page_writes', 'synchronous_commit')`;

export type Replication = {
  /** `synchronous_standby_names`: empty when no commit waits for a standby. */
  wanted: string;
  /** `synchronous_commit`: how far a commit waits. */
  waitsFor: string;
  /** Synchronous standbys that are connected and up to date. */
  connected: number;
  /** Standbys whose state this role may not see. */
  hidden: number;
};

/** What Postgres reports about its standbys: https://www.postgresql.org/docs/18/monitoring-stats.html */
export async function readReplication(database: Database): Promise<Replication | undefined> {
  const { rows } = await sql<Replication>`
    select current_setting('synchronous_standby_names') as wanted,
      current_setting('synchronous_commit') as "waitsFor",
      count(*) filter (where state = 'streaming' and sync_state in ('sync', 'quorum')) as connected,
      count(*) filter (where pid is not null and state is null) as hidden
    from pg_stat_replication`.execute(database);
  return rows[0];
}

/** The newest step that the tables have taken. */
export async function lastMigration(database: Database): Promise<string> {
  const asked = sql<{ name: string }>`
    select name from kysely_migration order by name desc limit 1`;
  const { rows } = await asked.execute(database);
  return rows[0]?.name ?? "none";
}
