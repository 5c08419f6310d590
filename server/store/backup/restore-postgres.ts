import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { openPostgresForCopies } from "#server/store/connection/postgres.ts";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { readErasures } from "#server/store/erasure/kept-erasures.ts";
import type { Database, Writing } from "#server/store/tables.ts";
import { copiedTables, openUsablePostgres } from "./copy-postgres.ts";
import { copySqlite } from "./copy-sqlite.ts";
import { isEmpty } from "./left-copies.ts";
import type { Restored, RestoreOptions } from "./restore-sqlite.ts";
import { erasuresIn, findUnfitOf, prepareCopy } from "./staged-copy.ts";

type Options = Pick<RestoreOptions, "backup" | "newer"> & { url: string };

/** Postgres accepts 65,535 values in a statement, and no table has more than 20 columns. */
const chunkSize = 1_000;

/**
 * Puts a copy into an empty Postgres. A Postgres with people is refused: the operator makes a new one, so that the old
 * one stays as it was.
 */
export async function restorePostgres({ url, backup, newer }: Options): Promise<Restored> {
  const unfit = findUnfitOf(backup, newer);
  if (unfit !== undefined) return unfit;
  const database = await openUsablePostgres(url);
  try {
    if (!(await isFree(database))) return { kind: "not-empty" };
    return await restoreInto(database, { url, backup, newer });
  } finally {
    await database.destroy();
  }
}

async function isFree(database: Database): Promise<boolean> {
  return (await isEmpty(database)) && (await readErasures(database)).erasures.length === 0;
}

/** The copy is brought up to date in a folder of its own, because it may be of an earlier version. */
async function restoreInto(database: Database, { url, backup, newer }: Options): Promise<Restored> {
  const staging = mkdtempSync(join(tmpdir(), "restoring-"));
  try {
    copySqlite(backup, sqliteFile(staging));
    const content = await prepareCopy(
      staging,
      newer === undefined ? [] : [await erasuresIn(newer)],
    );
    if (!(await copyRows(sqliteFile(staging), url))) return { kind: "not-empty" };
    await database.deleteFrom("panel_keys").execute();
    return { kind: "restored", ...content, aside: undefined, erasuresLost: newer === undefined };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/**
 * Writes all rows in one transaction, which may take longer than other connections allow. Returns false and writes
 * nothing if a sign-up or an erasure has come since the first look: the copy took minutes to prepare.
 */
async function copyRows(from: string, url: string): Promise<boolean> {
  const database = openPostgresForCopies(url);
  try {
    return await database.transaction().execute(async (writing) => {
      // Until the transaction ends, no other process can write to the tables that `isFree` reads.
      await sql`lock table submissions, leads, erasures in share row exclusive mode`.execute(
        writing,
      );
      const free = await isFree(writing);
      if (free) await writeRows(from, writing);
      return free;
    });
  } finally {
    await database.destroy();
  }
}

async function writeRows(from: string, writing: Writing): Promise<void> {
  const file = new Sqlite(from, { readonly: true });
  try {
    for (const table of copiedTables.toReversed())
      await sql`delete from ${sql.table(table)}`.execute(writing);
    for (const table of copiedTables) {
      let chunk: unknown[][] = [];
      const all = file.prepare(`select * from "${table}"`);
      const columns = all.columns().map(({ name }) => name);
      for (const row of all.raw().iterate()) {
        if (Array.isArray(row)) chunk.push(row);
        if (chunk.length < chunkSize) continue;
        await insert(writing, { table, columns, rows: chunk });
        chunk = [];
      }
      if (chunk.length > 0) await insert(writing, { table, columns, rows: chunk });
      if (columns.includes("id")) await continueIds(writing, table);
    }
  } finally {
    file.close();
  }
}

type Chunk = { table: string; columns: readonly string[]; rows: readonly unknown[][] };

async function insert(writing: Writing, { table, columns, rows }: Chunk): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`));
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(writing);
}

/** Postgres does not count ids that were written by hand: without this the next row would get an id that is taken. */
async function continueIds(writing: Writing, table: string): Promise<void> {
  const newest = sql`(select max(id) from ${sql.table(table)})`;
  await sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'), ${newest})
    where ${newest} is not null and pg_get_serial_sequence(${sql.lit(table)}, 'id') is not null`.execute(
    writing,
  );
}
