import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { openUsable, type Store } from "#server/store/connection/open-database.ts";
import { openPostgresForCopies } from "#server/store/connection/postgres.ts";
import {
  findHolder,
  hasContent,
  isLogAlone,
  makeFolder,
  Sqlite,
  sqliteFile,
} from "#server/store/connection/sqlite.ts";
import { mergeErasures, reapplyErasures, rewriteStore } from "#server/store/erasure/erasure.ts";
import type { Database } from "#server/store/row-types.ts";
import { copyRows, copySqlite, findUnfit, readFile, sync } from "./copy.ts";
import { findCopies, isEmpty } from "./files-beside-store.ts";
import { expectCopiesFrom } from "./late-copies.ts";

export type RestoreOptions = {
  backup: string;
  /** A newer copy: the people who were erased until it was made are erased from the restored one too. */
  newer?: string | undefined;
  /** Whether a store in SQLite that has leads may be set aside. A Postgres with people is never touched. */
  replace: boolean;
  now: number;
  /** Ends the restore before the new store is in its place. */
  stopped: AbortSignal;
};

export type RestoreOutcome =
  | (Prepared & {
      kind: "restored";
      /** Where the old store is now. */
      aside: string | undefined;
      /** Whether people who were erased after the copy was made may be in the restored store. */
      erasuresLost: boolean;
    })
  | { kind: "unfit"; file: string; reason: string }
  | { kind: "not-empty" }
  | { kind: "in-use" };

/**
 * Puts a copy in the place of the store, without the people who were erased since it was made. The new store is made and
 * checked beside the old one, which is never written to: a restore that is interrupted leaves the old store or the new one.
 * One that is stopped throws the signal's reason, and leaves the old store alone.
 */
export async function restore(store: Store, options: RestoreOptions): Promise<RestoreOutcome> {
  const { backup, newer } = options;
  for (const file of [backup, ...listOf(newer)]) {
    const reason = findUnfit(file);
    if (reason !== undefined) return { kind: "unfit", file, reason };
  }
  return store.kind === "sqlite"
    ? restoreSqlite(store.folder, options)
    : restorePostgres(store.url, options);
}

function listOf(file: string | undefined): string[] {
  return file === undefined ? [] : [file];
}

async function restoreSqlite(folder: string, options: RestoreOptions): Promise<RestoreOutcome> {
  const { newer, replace, now, stopped } = options;
  const file = sqliteFile(folder);
  makeFolder(folder);
  if (isInUse(file)) return { kind: "in-use" };
  if (!replace && !isFree(file)) return { kind: "not-empty" };
  const staging = mkdtempSync(join(folder, "restoring-"));
  try {
    // Stores that earlier restores have set aside may know of erasures too, if the store itself is lost.
    const aside = findCopies(folder).filter(({ kind }) => kind === "replaced");
    const others = [...aside.map(({ path }) => path), ...listOf(newer)];
    const isLost = isLogAlone(file);
    const prepared = await prepare(staging, options, hasContent(file) ? [...others, file] : others);
    await endIfStopped(stopped);
    // A server may have opened the store meanwhile.
    if (isInUse(file)) return { kind: "in-use" };
    const { unread, ...counts } = prepared;
    const erasuresLost =
      newer === undefined ? isLost || unread.includes(file) : unread.includes(newer);
    return { kind: "restored", ...counts, aside: swap(folder, staging, now), erasuresLost };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/** A signal that came during a long step of SQLite reaches the process in the second turn after it. */
async function endIfStopped(stopped: AbortSignal): Promise<void> {
  await nextTurn();
  await nextTurn();
  stopped.throwIfAborted();
}

/** A write-ahead log without its store must not be opened: SQLite would delete the log. */
function isInUse(file: string): boolean {
  return hasContent(file) && findHolder(file).kind === "in-use";
}

/** Whether a store that no process has open holds no person. One that cannot be read may hold people. */
function isFree(file: string): boolean {
  if (!hasContent(file)) return !isLogAlone(file);
  try {
    return readFile(file, (store) => {
      const people = "select 1 from submissions union all select 1 from leads limit 1";
      return store.prepare(people).get() === undefined;
    });
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return false;
    throw error;
  }
}

type Prepared = { leads: number; submissions: number; erasedAgain: number };

/**
 * Makes the new store in a folder of its own, brings its tables up to date, and erases again all people who were erased
 * in it or in one of the other stores. Returns also which of these could not be read.
 */
async function prepare(
  staging: string,
  { backup, now, stopped }: RestoreOptions,
  others: readonly string[],
): Promise<Prepared & { unread: string[] }> {
  await endIfStopped(stopped);
  copySqlite(backup, sqliteFile(staging));
  const database = await openUsable({ kind: "sqlite", folder: staging });
  try {
    const unread: string[] = [];
    for (const file of others) {
      await endIfStopped(stopped);
      if (!(await mergeErasures(database, file))) unread.push(file);
    }
    await endIfStopped(stopped);
    const erasedAgain = await reapplyErasures(database);
    if (erasedAgain > 0) await rewriteStore(database, "sqlite");
    // A session that was revoked after the copy was made must not come back.
    await database.deleteFrom("panel_keys").execute();
    await expectCopiesFrom(database, now);
    const leads = await count(database, "leads");
    return { leads, submissions: await count(database, "submissions"), erasedAgain, unread };
  } finally {
    await database.destroy();
  }
}

async function count(database: Database, table: "leads" | "submissions"): Promise<number> {
  const { rows } = await database
    .selectFrom(table)
    .select((query) => query.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return rows;
}

/**
 * Puts the new store in its place in one step, and returns where the old one is now. The old write-ahead log, which only
 * an unreadable store still has, is set aside too: SQLite would mix it into the new store.
 */
function swap(folder: string, staging: string, now: number): string | undefined {
  const file = sqliteFile(folder);
  const aside = `${file}.replaced-${new Date(now).toISOString().replaceAll(":", "-")}`;
  const parts = ["", "-wal", "-shm"].filter((part) => existsSync(`${file}${part}`));
  for (const part of parts)
    if (part === "") linkSync(file, aside);
    else renameSync(`${file}${part}`, `${aside}${part}`);
  renameSync(sqliteFile(staging), file);
  sync(folder);
  return parts[0] === undefined ? undefined : `${aside}${parts[0]}`;
}

/** The operator makes a new Postgres, so that the old one stays as it was. */
async function restorePostgres(url: string, options: RestoreOptions): Promise<RestoreOutcome> {
  const database = await openUsable({ kind: "postgres", url });
  if (!(await holdsNoPerson(database).finally(() => database.destroy())))
    return { kind: "not-empty" };
  const staging = mkdtempSync(join(tmpdir(), "restoring-"));
  try {
    const { unread, ...counts } = await prepare(staging, options, listOf(options.newer));
    if (!(await fill(url, staging, options.stopped))) return { kind: "not-empty" };
    const erasuresLost = options.newer === undefined || unread.length > 0;
    return { kind: "restored", ...counts, aside: undefined, erasuresLost };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

/**
 * Writes all rows in one transaction, which may take longer than other connections allow. Returns false and writes
 * nothing if a sign-up or an erasure has come since the first look: the copy took minutes to prepare.
 */
async function fill(url: string, staging: string, stopped: AbortSignal): Promise<boolean> {
  const cutting = new AbortController();
  const cut = () => cutting.abort();
  stopped.addEventListener("abort", cut);
  const to = openPostgresForCopies(url, cutting.signal);
  const from = await openUsable({ kind: "sqlite", folder: staging });
  try {
    return await to.transaction().execute(async (writing) => {
      // Until the transaction ends, no other process can write to the tables that `holdsNoPerson` reads.
      await sql`lock table submissions, leads, erasures in share row exclusive mode`.execute(
        writing,
      );
      if (!(await holdsNoPerson(writing))) return false;
      await from.transaction().execute((reading) => copyRows(reading, writing, stopped));
      await endIfStopped(stopped);
      // Without an answer to the commit it would not be known whether the rows are written.
      stopped.removeEventListener("abort", cut);
      return true;
    });
  } finally {
    await from.destroy();
    await to.destroy();
  }
}

async function holdsNoPerson(database: Database): Promise<boolean> {
  const erasure = database.selectFrom("erasures").select("email_hash").limit(1);
  return (await isEmpty(database)) && (await erasure.executeTakeFirst()) === undefined;
}
