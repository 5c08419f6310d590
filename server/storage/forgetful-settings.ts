import { PostgresAdapter, sql } from "kysely";
import { BrokenStore } from "./broken-world.ts";
import type { Database } from "./tables.ts";

/**
 * With one of these settings off, a power cut can remove what Postgres has committed. Every other value of
 * `synchronous_commit` waits at least for the server's own disk: https://www.postgresql.org/docs/18/runtime-config-wal.html
 */
const neverOff = ["fsync", "full_page_writes", "synchronous_commit"];

const namesOff = neverOff
  .map((name) => sql.lit(name))
  .map((name) => sql`case current_setting(${name}) when 'off' then ${name} end`);

/** An expression for any statement that names the settings that are off. As a subquery it runs once, not for each row. */
export const settingsOff = sql<string | null>`(
  select nullif(concat_ws(', ', ${sql.join(namesOff)}), ''))`;

/** The settings that are off for our connection: for the server, the database or the role. */
export async function findForgetfulSettings(database: Database): Promise<string[]> {
  const { rows } = await sql<{ off: string | null }>`select ${settingsOff} as off`.execute(
    database,
  );
  return rows.flatMap(({ off }) => off?.split(", ") ?? []);
}

/** Throws when such a setting is now off in Postgres. SQLite's settings belong to our connection, so they cannot change. */
export async function refuseForgetful(database: Database): Promise<void> {
  if (isPostgres(database)) refuseWhenOff((await findForgetfulSettings(database)).join(", "));
}

export function refuseWhenOff(off: string | null | undefined): void {
  if (off) throw new BrokenStore(`Postgres can lose what it commits in a power cut (off: ${off})`);
}

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
