import { sql } from "kysely";
import type { Database } from "#server/store/schema.ts";
import { outages, StoreOutage } from "./errors.ts";
import { isPostgres } from "./queries.ts";

export type Replication = {
  /** The setting `synchronous_standby_names`, which is empty when no commit waits for a standby. */
  wanted: string;
  /** The setting `synchronous_commit`, which says what a commit waits for. */
  waitsFor: string;
  /** How many synchronous standbys are connected and up to date. */
  connected: number;
  /** How many standbys there are whose state this database role may not see. */
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

/**
 * If one of these Postgres settings is off, a power cut can remove committed rows. Every other value of
 * `synchronous_commit` waits at least for the server's own disk:
 * https://www.postgresql.org/docs/18/runtime-config-wal.html
 */
const neverOff = ["fsync", "full_page_writes", "synchronous_commit"];

const namesOff = neverOff.map((setting) => {
  const name = sql.lit(setting);
  return sql`case current_setting(${name}) when 'off' then ${name} end`;
});

/**
 * An SQL expression that gives the names of the durability settings that are off, for use in any statement. The
 * expression is a subquery, so that Postgres runs it once for each statement and not for each row.
 */
export const settingsOff = sql<string | null>`(
  select nullif(concat_ws(', ', ${sql.join(namesOff)}), ''))`;

/**
 * Writes to the store and waits for the disk, as a sign-up does; throws when the write fails, or when a Postgres
 * setting that keeps commits through a power cut is off.
 */
export async function tryStoring(database: Database): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("readiness")
    .set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new StoreOutage("falta no banco de dados a linha que o servidor grava para testar");
  // SQLite needs no check: its settings belong to our own connection, so no other program can change them.
  if (!isPostgres(database)) return;
  const { rows } = await sql<{ off: string | null }>`select ${settingsOff} as off`.execute(
    database,
  );
  refuseWhenOff(rows[0]?.off);
}

export function refuseWhenOff(off: string | null | undefined): void {
  if (off) throw new StoreOutage(outages.mayLoseCommits(off));
}
