import { stat } from "node:fs/promises";
import { sql } from "kysely";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { choiceAt, scheduleAt } from "#event/phase.ts";
import { lastBackupAt } from "#server/copies/repeated-copies.ts";
import { readClock } from "#server/store/connection/clock.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { diskFreeShare, sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/tables.ts";
import type { StateFigures } from "./figures.ts";
import { inTurn } from "./in-turn.ts";

type StateDeps = {
  database: Database;
  clock: () => number;
  event: EventPlan;
  store: Store;
  version: string | undefined;
};

export async function readState(
  { database, clock, event, store, version }: StateDeps,
  { now, override }: { now: number; override: Override | undefined },
): Promise<StateFigures> {
  const { phase, start, end, changes } = scheduleAt(event, now, override);
  return {
    phase,
    start,
    end,
    next: changes[0],
    byHand: choiceAt(event, now, override) !== undefined,
    clockAheadMs: store.kind === "postgres" ? await readClockAhead(database, clock) : 0,
    version,
    store: await readStore(database, store),
    lastBackupAt: await inTurn(() => lastBackupAt(database)),
  };
}

/** The database told its time somewhere between the question and the answer: the middle is the best guess. */
async function readClockAhead(database: Database, clock: () => number): Promise<number> {
  const before = clock();
  const theirs = await readClock(database);
  return Math.round(theirs - (before + clock()) / 2);
}

async function readStore(database: Database, store: Store): Promise<StateFigures["store"]> {
  switch (store.kind) {
    case "sqlite":
      return { engine: "sqlite", ...(await readFolder(store.folder)) };
    case "postgres":
      return { engine: "postgres", bytes: await databaseBytes(database), diskFreeShare: undefined };
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
