import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { backupErrors as phrases } from "#phrases/store-outages.ts";
import { openDatabase } from "#server/storage/connection/open-database.ts";
import { makeFolder, sqliteFile } from "#server/storage/connection/sqlite.ts";
import { findHolder } from "#server/storage/connection/sqlite-holder.ts";
import { isLogAlone } from "#server/storage/connection/write-ahead-log.ts";
import {
  type KeptErasures,
  mergeErasures,
  noErasures,
} from "#server/storage/erasure/kept-erasures.ts";
import { reapplyErasures } from "#server/storage/erasure/reapply-erasures.ts";
import { rewriteStore } from "#server/storage/erasure/rewrite-store.ts";
import { revokePanelKeys } from "#server/storage/panel/panel-keys.ts";
import type { Database } from "#server/storage/tables.ts";
import { copySqlite, findUnfit, sync } from "./backup.ts";
import { findReplaced } from "./left-copies.ts";
import { inspectReplaced, type ReplacedStore } from "./replaced-store.ts";

export type Restored =
  | (Content & { kind: "restored"; aside: string | undefined; erasuresLost: boolean })
  | { kind: "unfit"; reason: string }
  | { kind: "not-empty" }
  /**
   * An earlier restore set the real store aside as `copy` and was interrupted. A restore now would ignore the
   * submissions and erasures in that copy.
   */
  | { kind: "ignores-copy"; copy: string }
  | { kind: "in-use" };

type Content = { leads: number; submissions: number; erasedAgain: number };

export type RestoreOptions = {
  folder: string;
  backup: string;
  replace: boolean;
  now: number;
};

/**
 * Replaces the store by a backup, without the people who were erased since the backup was made. The new store is
 * prepared beside the old one and replaces it in one step: a restore that is interrupted before this step changes
 * nothing.
 */
export async function restoreSqlite(options: RestoreOptions): Promise<Restored> {
  const { folder, backup, replace } = options;
  const reason = findUnfit(backup);
  if (reason !== undefined) return { kind: "unfit", reason };
  makeFolder(folder);
  const replaced = await inspectReplaced(folder);
  if (replaced.kind === "in-use") return replaced;
  if (!replace && holdsSomething(replaced)) return { kind: "not-empty" };
  const copy = findIgnoredCopy(replaced, options);
  if (copy !== undefined) return { kind: "ignores-copy", copy };
  return restoreOver(replaced, options);
}

function holdsSomething(replaced: ReplacedStore): boolean {
  return replaced.kind === "unreadable" || (replaced.kind === "store" && !replaced.isEmpty);
}

/**
 * If the present store is missing or unused, returns the newest store that an earlier restore set aside. Returns
 * nothing when one of the stores set aside is the backup that is restored now.
 */
function findIgnoredCopy(replaced: ReplacedStore, { folder, backup }: RestoreOptions) {
  if (replaced.kind === "unreadable" || (replaced.kind === "store" && !replaced.isUnused)) return;
  const paths = findReplaced(folder).map(({ path }) => resolve(path));
  return paths.includes(resolve(backup)) ? undefined : paths.at(-1);
}

async function restoreOver(replaced: ReplacedStore, options: RestoreOptions): Promise<Restored> {
  const { folder, backup, now } = options;
  const staging = mkdtempSync(join(folder, "restoring-"));
  try {
    copySqlite(backup, sqliteFile(staging));
    const erasures = replaced.kind === "store" ? replaced.erasures : noErasures;
    const content = await bringUpToDate(staging, erasures);
    const swapped = swap(folder, staging, now);
    if (swapped.kind === "in-use") return swapped;
    return { ...content, ...swapped, erasuresLost: replaced.kind === "unreadable" };
  } finally {
    rmSync(staging, { recursive: true });
  }
}

async function bringUpToDate(staging: string, erasures: KeptErasures): Promise<Content> {
  const opened = await openDatabase({ kind: "sqlite", folder: staging });
  if (opened.kind !== "open") throw new Error(phrases.unusableCopy(staging));
  const { database } = opened;
  try {
    await mergeErasures(database, erasures);
    const erasedAgain = await reapplyErasures(database);
    if (erasedAgain > 0) await rewriteStore(database, "sqlite");
    // A session that was revoked after the backup must not come back.
    await revokePanelKeys(database, "all");
    const leads = await count(database, "leads");
    return { leads, submissions: await count(database, "submissions"), erasedAgain };
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

type Swapped = { kind: "in-use" } | { kind: "restored"; aside: string | undefined };

/** Replaces the store in one step: an interruption leaves either the old store or the new one. */
function swap(folder: string, staging: string, now: number): Swapped {
  const file = sqliteFile(folder);
  const isAlone = isLogAlone(file);
  const isThere = existsSync(file) || isAlone;
  // A server may have opened the store since the restore first checked that no process uses it.
  if (isThere && !isAlone && findHolder(file).kind === "in-use") return { kind: "in-use" };
  const name = `${file}.replaced-${new Date(now).toISOString().replaceAll(":", "-")}`;
  const aside = existsSync(file) ? name : `${name}-wal`;
  if (isThere) keepAside(file, name);
  renameSync(sqliteFile(staging), file);
  sync(folder);
  return { kind: "restored", aside: isThere ? aside : undefined };
}

/**
 * Sets the old store aside, with its write-ahead log: SQLite would mix that log into the new store. Only an unreadable
 * store still has a write-ahead log at this point.
 */
function keepAside(file: string, aside: string): void {
  if (existsSync(file)) linkSync(file, aside);
  for (const part of ["-wal", "-shm"])
    if (existsSync(`${file}${part}`)) renameSync(`${file}${part}`, `${aside}${part}`);
}
