import { stat } from "node:fs/promises";
import { sql } from "kysely";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { choiceAt, scheduleAt } from "#event/phase.ts";
import { lastBackupAt } from "#server/copies/late-copies.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { readClock } from "#server/store/connection/queries.ts";
import { diskFreeShare, sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/row-types.ts";

type StateDeps = {
  database: Database;
  clock: () => number;
  event: EventPlan;
  store: Store;
  version: string | undefined;
};

/** Where the event stands, and how the server and its store are. */
export async function readState(
  { database, clock, event, store, version }: StateDeps,
  { now, override }: { now: number; override: Override | undefined },
) {
  const { phase, start, end, changes } = scheduleAt(event, now, override);
  return {
    phase,
    start,
    end,
    // The next change of the phase that the clock makes.
    next: changes[0],
    byHand: choiceAt(event, now, override) !== undefined,
    clockAheadMs: store.kind === "postgres" ? await readClockAhead(database, clock) : 0,
    version,
    store: await readStore(database, store),
    lastBackupAt: await lastBackupAt(database),
  };
}

/** The database told its time somewhere between the question and the answer: the middle is the best guess. */
async function readClockAhead(database: Database, clock: () => number): Promise<number> {
  const before = clock();
  const theirs = await readClock(database);
  return Math.round(theirs - (before + clock()) / 2);
}

type StoreState = {
  engine: Store["kind"];
  bytes: number | undefined;
  diskFreeShare: number | undefined;
};

async function readStore(database: Database, store: Store): Promise<StoreState> {
  const engine = store.kind;
  switch (engine) {
    case "sqlite":
      return { engine, ...(await readFolder(store.folder)) };
    case "postgres":
      return { engine, bytes: await databaseBytes(database), diskFreeShare: undefined };
  }
}

/** The write-ahead log belongs to the store: it holds the newest sign-ups. */
async function readFolder(folder: string) {
  const file = sqliteFile(folder);
  const sizes = await Promise.all([file, `${file}-wal`].map(sizeOf));
  return {
    bytes: sizes.reduce((total, size) => total + size, 0),
    diskFreeShare: await diskFreeShare(folder),
  };
}

async function sizeOf(file: string): Promise<number> {
  const found = await stat(file).catch(() => undefined);
  return found?.size ?? 0;
}

async function databaseBytes(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(database);
  return rows[0]?.bytes;
}
