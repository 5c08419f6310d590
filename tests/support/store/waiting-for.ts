import { sql } from "kysely";
import type { Database } from "#server/store/schema.ts";

/** How many transactions of this Postgres are waiting for a lock on the table. */
export async function waitingFor(database: Database, table: string): Promise<number> {
  const { rows } = await sql`select from pg_locks where not granted and
    relation = ${table}::regclass and
    database = (select oid from pg_database where datname = current_database())`.execute(database);
  return rows.length;
}
