import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { outageReason, StoreOutage } from "#server/store/connection/errors.ts";
import { openUsable, type Store } from "#server/store/connection/open-database.ts";
import { openPostgresForCopies } from "#server/store/connection/postgres.ts";
import { isPostgres } from "#server/store/connection/queries.ts";
import type { SqliteFile } from "#server/store/connection/sqlite.ts";
import {
  hasContent,
  refuseForeignLog,
  Sqlite,
  sqliteFile,
} from "#server/store/connection/sqlite.ts";
import type { Writing } from "#server/store/row-types.ts";

const onlyOwner = 0o600;
/** A SQLite file without these tables is not a store of leads. */
const ownTables = ["schema_migrations", "submissions", "leads", "deliveries"];
/**
 * How many rows are in memory at a time, and go into one statement: it may have 32,766 values in SQLite and 65,535 in
 * Postgres, and no table has more than 20 columns.
 */
const pageSize = 1_000;

/** Makes a checked copy of the store in a file of SQLite, whatever its engine is. Returns how many sign-ups it holds. */
export async function makeCopy(store: Store, to: string, stopped: AbortSignal): Promise<number> {
  switch (store.kind) {
    case "sqlite": {
      const from = sqliteFile(store.folder);
      if (!existsSync(from)) throw new StoreOutage(`não há leads em ${from}`);
      refuseForeignLog(from);
      copySqlite(from, to);
      break;
    }
    case "postgres":
      await copyPostgres(store.url, to, stopped);
  }
  return readFile(to, (copy) =>
    Number(copy.prepare("select count(*) from submissions").pluck().get()),
  );
}

/**
 * Makes a complete copy of the store while other processes go on writing, and gives it its final name only after a
 * check. SQLite writes all rows anew, because a copy page by page would include traces of erased people in the gaps of
 * pages. The copy is a single file that needs no write-ahead log beside it, so it can be read in a read-only folder.
 */
export function copySqlite(from: string, to: string): void {
  // This folder is for this copy alone, so that two copies with the same name never share a file. Other users cannot
  // read it.
  const folder = mkdtempSync(`${to}.part-`);
  const part = join(folder, "copy");
  try {
    const source = new Sqlite(from, { fileMustExist: true });
    try {
      source.prepare("vacuum into ?").run(part);
    } finally {
      source.close();
    }
    chmodSync(part, onlyOwner);
    sync(part);
    const unfit = findUnfit(part);
    if (unfit !== undefined) throw new Error(`A cópia de ${from} está danificada: ${unfit}.`);
    if (existsSync(to)) throw Object.assign(new Error(`${to} já existe`), { code: "EEXIST" });
    renameSync(part, to);
    sync(dirname(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Waits until a file, or the names in a folder, are on the disk. Do not call this for a file that SQLite has open:
 * closing the file here would end SQLite's locks.
 */
export function sync(path: string): void {
  const opened = openSync(path, "r");
  fsyncSync(opened);
  closeSync(opened);
}

/** Returns why a copy cannot be restored, in words for people; undefined when it can be restored. */
export function findUnfit(file: string): string | undefined {
  if (!existsSync(file)) return "este arquivo não existe";
  try {
    return readFile(file, inspect);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

function inspect(copy: SqliteFile): string | undefined {
  const found = String(copy.pragma("integrity_check(1)", { simple: true }));
  if (found !== "ok") return `a conferência do arquivo diz: ${found.replaceAll("\n", " ")}`;
  const tables = copy.prepare("select name from sqlite_master where type = 'table'").pluck();
  const names = new Set(tables.all());
  const missing = ownTables.filter((name) => !names.has(name)).join(", ");
  return missing === "" ? undefined : `não é uma cópia dos leads: faltam as tabelas ${missing}`;
}

/** Reads a file of SQLite that no process writes to. */
export function readFile<T>(path: string, read: (file: SqliteFile) => T): T {
  const file = new Sqlite(path, { readonly: true, fileMustExist: true });
  try {
    return read(file);
  } finally {
    file.close();
  }
}

/**
 * Makes a copy of a store in Postgres as a file of SQLite, so that both engines have the same copies: the same check,
 * the same `restore`, and no program of Postgres that must have the version of its server.
 */
async function copyPostgres(url: string, to: string, stopped: AbortSignal): Promise<void> {
  await (await openUsable({ kind: "postgres", url }, { onlyExisting: true })).destroy();
  const folder = mkdtempSync(`${to}.part-`);
  const from = openPostgresForCopies(url, stopped);
  try {
    const copy = await openUsable({ kind: "sqlite", folder });
    // All pages show the store of one instant, while sign-ups go on.
    const instant = from
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute((reading) =>
        copy.transaction().execute((writing) => copyRows(reading, writing, stopped)),
      );
    await instant.finally(() => copy.destroy());
    copySqlite(sqliteFile(folder), to);
  } finally {
    rmSync(folder, { recursive: true });
    await from.destroy();
  }
}

/** Replaces all rows of a store by those of another one. One of the two is in SQLite, the other one in Postgres. */
export async function copyRows(from: Writing, to: Writing, stopped: AbortSignal): Promise<void> {
  const tables = await tablesOf(isPostgres(from) ? to : from);
  for (const table of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(to);
  for (const table of tables)
    for await (const rows of pagesOf(from, table)) {
      stopped.throwIfAborted();
      await insert(to, table, rows);
    }
}

/** All tables of a store in SQLite, each after the tables to which its rows refer: in the order of `row-types.ts`. */
async function tablesOf(database: Writing): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from sqlite_master
    where type = 'table' and name not in ('schema_migrations', 'sqlite_sequence') order by rowid`.execute(
    database,
  );
  return rows.map(({ name }) => name);
}

type Row = Readonly<Record<string, unknown>>;

/** A cursor in Postgres, and steps over the row numbers in SQLite: both read a million rows in little memory. */
async function* pagesOf(from: Writing, table: string): AsyncGenerator<Row[]> {
  const name = sql.table(table);
  if (isPostgres(from)) {
    await sql`declare copied no scroll cursor for select * from ${name}`.execute(from);
    for (let rows: Row[] | undefined; rows === undefined || rows.length === pageSize; ) {
      ({ rows } = await sql<Row>`fetch ${sql.lit(pageSize)} from copied`.execute(from));
      yield rows;
    }
    await sql`close copied`.execute(from);
    return;
  }
  for (let last = 0, isWhole = true; isWhole; ) {
    const page = sql<Row & { copied_row: number }>`select rowid as copied_row, * from ${name}
      where rowid > ${last} order by rowid limit ${pageSize}`;
    const { rows } = await page.execute(from);
    yield rows.map(({ copied_row: _, ...row }) => row);
    last = rows.at(-1)?.copied_row ?? last;
    isWhole = rows.length === pageSize;
  }
}

async function insert(to: Writing, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (first === undefined) return;
  const columns = Object.keys(first);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const values = sql.join(
    rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`),
  );
  await sql`insert into ${sql.table(table)} (${names}) values ${values}`.execute(to);
  if (isPostgres(to) && columns.includes("id")) await continueIds(to, table);
}

/** Postgres does not count ids that were written by hand: without this the next row would get an id that is taken. */
async function continueIds(writing: Writing, table: string): Promise<void> {
  await sql`select setval(pg_get_serial_sequence(${sql.lit(table)}, 'id'),
    (select max(id) from ${sql.table(table)}))`.execute(writing);
}

/**
 * A file beside the store: replaced by `restore`, or left by a `restore` or `backup` that was interrupted. A `log` is a
 * write-ahead log that was set aside, because its store could not be read; it contains personal data too.
 */
export type LeftCopy = {
  name: string;
  path: string;
  kind: "replaced" | "restoring" | "part" | "log";
};

/** Finds none if the folder cannot be read, because opening the store then gives the reason. */
export function findCopies(folder: string): LeftCopy[] {
  try {
    return readdirSync(folder)
      .sort()
      .flatMap((name) => {
        const kind = kindOf(name);
        return kind === undefined ? [] : [{ name, path: join(folder, name), kind }];
      });
  } catch (error) {
    if (outageReason(error) === undefined) throw error;
    return [];
  }
}

function kindOf(name: string): LeftCopy["kind"] | undefined {
  if (name.startsWith("restoring-")) return "restoring";
  if (/\.part(-\w{6})?$/.test(name)) return "part";
  if (/\.replaced-.*-(wal|shm)$/.test(name)) return "log";
  return name.includes(".replaced-") ? "replaced" : undefined;
}

/** The copies that may hold the leads when the store itself is missing or has no content. */
export function findOrphans(folder: string): LeftCopy[] {
  const copies = findCopies(folder).filter(
    ({ kind }) => kind === "replaced" || kind === "restoring",
  );
  return copies.length > 0 && !hasContent(sqliteFile(folder)) ? copies : [];
}
