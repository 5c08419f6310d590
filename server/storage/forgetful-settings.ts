import { PostgresAdapter, sql } from "kysely";
import { BrokenStore } from "./broken-world.ts";
import type { Database } from "./tables.ts";

/**
 * With one of these off, Postgres says "committed" of what a power cut can still take away. Every other value of
 * `synchronous_commit` waits at least for this disk: https://www.postgresql.org/docs/18/runtime-config-wal.html
 */
const neverOff = ["fsync", "full_page_writes", "synchronous_commit"];

const namesOff = neverOff
  .map((name) => sql.lit(name))
  .map((name) => sql`case current_setting(${name}) when 'off' then ${name} end`);

/** Names those that are off, in any statement. As a query of its own it runs once for a statement, and not for each row. */
export const settingsOff = sql<string | null>`(
  select nullif(concat_ws(', ', ${sql.join(namesOff)}), ''))`;

/** Which of them are off for us in Postgres, be it for the server, the database or the role. */
export async function findForgetfulSettings(database: Database): Promise<string[]> {
  const { rows } = await sql<{ off: string | null }>`select ${settingsOff} as off`.execute(
    database,
  );
  return rows.flatMap(({ off }) => off?.split(", ") ?? []);
}

/** Throws when a setting was switched off since the store was opened. Those of SQLite belong to our own connection. */
export async function refuseForgetful(database: Database): Promise<void> {
  if (isPostgres(database)) refuseWhenOff((await findForgetfulSettings(database)).join(", "));
}

export function refuseWhenOff(off: string | null | undefined): void {
  if (off) throw new BrokenStore(`Postgres can lose what it commits in a power cut (off: ${off})`);
}

export function isPostgres(database: Database): boolean {
  return database.getExecutor().adapter instanceof PostgresAdapter;
}
