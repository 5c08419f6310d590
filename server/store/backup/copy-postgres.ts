import { mkdtempSync, rmSync } from "node:fs";
import { sql } from "kysely";
import { outages, backupErrors as phrases } from "#phrases/store-outages.ts";
import { StoreOutage } from "#server/store/connection/errors.ts";
import { describeStore, openDatabase } from "#server/store/connection/open-database.ts";
import { openPostgresForCopies } from "#server/store/connection/postgres.ts";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import type { SqliteFile } from "#server/store/connection/sqlite-driver.ts";
import type { Database, Tables, Writing } from "#server/store/tables.ts";
import { copySqlite } from "./copy-sqlite.ts";

/** All tables, each after the tables to which its rows refer. A table that is missing here does not compile. */
const tables: Readonly<Record<keyof Tables, true>> = {
  submissions: true,
  imports: true,
  leads: true,
  deliveries: true,
  erasure_keys: true,
  erasures: true,
  removals: true,
  courier: true,
  event: true,
  groups: true,
  group_places: true,
  visit_counts: true,
  step_totals: true,
  minute_counts: true,
  page_health: true,
  panel_keys: true,
  deeds: true,
  troubles: true,
  watch: true,
  readiness: true,
};
export const copiedTables: readonly string[] = Object.keys(tables);

/** How many rows are in memory at a time. */
const pageSize = 2_000;

/**
 * Makes a copy of a store in Postgres as a file of SQLite, so that both engines have the same copies: the same check,
 * the same `restore`, and no program of Postgres that must have the version of its server.
 */
export async function copyPostgres(url: string, to: string, stopped: AbortSignal): Promise<void> {
  // The tables of an earlier version would not fit into the copy.
  await (await openUsablePostgres(url, { onlyExisting: true })).destroy();
  const folder = mkdtempSync(`${to}.part-`);
  const database = openPostgresForCopies(url);
  try {
    await createEmptyStore(folder);
    // All pages show the store of one instant, while sign-ups go on.
    await database
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((reading) => fillStore(reading, folder, stopped));
    copySqlite(sqliteFile(folder), to);
  } finally {
    rmSync(folder, { recursive: true });
    await database.destroy();
  }
}

/** Opens a store in Postgres and brings its tables up to date. Throws what the operator is told if it cannot be used. */
export async function openUsablePostgres(
  url: string,
  options?: { onlyExisting?: true },
): Promise<Database> {
  const store = { kind: "postgres", url } as const;
  const opened = await openDatabase(store, options);
  switch (opened.kind) {
    case "open":
      return opened.database;
    case "missing":
      throw new StoreOutage(phrases.noTables(describeStore(store)));
    case "not-durable":
      throw new StoreOutage(outages.mayLoseCommits(opened.settings.join(", ")));
    case "older":
      throw new StoreOutage(outages.older);
    case "unusable":
      throw new StoreOutage(opened.reason);
  }
}

async function createEmptyStore(folder: string): Promise<void> {
  const opened = await openDatabase({ kind: "sqlite", folder });
  if (opened.kind !== "open") throw new StoreOutage(phrases.unusableCopy(folder));
  await opened.database.destroy();
}

async function fillStore(reading: Writing, folder: string, stopped: AbortSignal): Promise<void> {
  // Postgres then refuses to read a table in which it hides rows from this role, instead of leaving them out.
  await sql`set local row_security = off`.execute(reading);
  const file = new Sqlite(sqliteFile(folder));
  try {
    file.exec("begin");
    for (const table of copiedTables) await copyTable(reading, file, table, stopped);
    file.exec("commit");
  } finally {
    file.close();
  }
}

/** Copies a table page by page. A table of SQLite may hold a row already, which its migration wrote. */
async function copyTable(
  reading: Writing,
  file: SqliteFile,
  table: string,
  stopped: AbortSignal,
): Promise<void> {
  file.prepare(`delete from "${table}"`).run();
  await sql`declare copied no scroll cursor for select * from ${sql.table(table)}`.execute(reading);
  let insert: ReturnType<SqliteFile["prepare"]> | undefined;
  for (;;) {
    const fetched = sql<Record<string, unknown>>`fetch ${sql.lit(pageSize)} from copied`;
    const { rows } = await fetched.execute(reading);
    stopped.throwIfAborted();
    for (const row of rows) {
      insert ??= file.prepare(insertion(table, Object.keys(row)));
      insert.run(Object.values(row));
    }
    if (rows.length < pageSize) break;
  }
  await sql`close copied`.execute(reading);
}

function insertion(table: string, columns: readonly string[]): string {
  const names = columns.map((column) => `"${column}"`).join();
  return `insert into "${table}" (${names}) values (${columns.map(() => "?").join()})`;
}
