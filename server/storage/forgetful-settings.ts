import { sql } from "kysely";
import type { Database } from "./tables.ts";

/**
 * With one of these off, Postgres says "committed" before the disk has it. Every other value of `synchronous_commit`
 * waits at least for this disk: https://www.postgresql.org/docs/18/runtime-config-wal.html
 */
const neverOff = ["fsync", "synchronous_commit"];

/** Which of them are off for us, be it for the server, the database or the role. */
export async function findForgetfulSettings(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings where name in (${sql.join(neverOff)}) and setting = 'off' order by name
  `.execute(database);
  return rows.map(({ name }) => name);
}
