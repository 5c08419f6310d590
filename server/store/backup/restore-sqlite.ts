import { existsSync, linkSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { findHolder, isLogAlone, makeFolder, sqliteFile } from "#server/store/connection/sqlite.ts";
import { noErasures } from "#server/store/erasure/kept-erasures.ts";
import { copySqlite, sync } from "./copy-sqlite.ts";
import { findReplaced } from "./left-copies.ts";
import { inspectReplaced, type ReplacedStore } from "./replaced-store.ts";
import {
  type CopyContent,
  erasuresIn,
  findUnfitOf,
  prepareCopy,
  type UnfitCopy,
} from "./staged-copy.ts";

export type Restored =
  | (CopyContent & { kind: "restored"; aside: string | undefined; erasuresLost: boolean })
  | UnfitCopy
  | { kind: "not-empty" }
  /**
   * An earlier restore set the real store aside as `copy` and was interrupted. A restore now would ignore the
   * submissions and erasures in that copy.
   */
  | { kind: "ignores-copy"; copy: string }
  | { kind: "in-use" };

export type RestoreOptions = {
  folder: string;
  backup: string;
  /** A newer copy: the people who were erased until it was made are erased from the restored one too. */
  newer?: string | undefined;
  replace: boolean;
  now: number;
};

/**
 * Replaces the store by a copy, without the people who were erased since the copy was made. The new store is
 * prepared beside the old one and replaces it in one step: a restore that is interrupted before this step changes
 * nothing.
 */
export async function restoreSqlite(options: RestoreOptions): Promise<Restored> {
  const { folder, backup, newer, replace } = options;
  const unfit = findUnfitOf(backup, newer);
  if (unfit !== undefined) return unfit;
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
 * nothing when one of the stores set aside is the copy that is restored now.
 */
function findIgnoredCopy(replaced: ReplacedStore, { folder, backup }: RestoreOptions) {
  if (replaced.kind === "unreadable" || (replaced.kind === "store" && !replaced.isUnused)) return;
  const paths = findReplaced(folder).map(({ path }) => resolve(path));
  return paths.includes(resolve(backup)) ? undefined : paths.at(-1);
}

async function restoreOver(replaced: ReplacedStore, options: RestoreOptions): Promise<Restored> {
  const { folder, backup, newer, now } = options;
  const staging = mkdtempSync(join(folder, "restoring-"));
  try {
    copySqlite(backup, sqliteFile(staging));
    const erasures = replaced.kind === "store" ? replaced.erasures : noErasures;
    const later = newer === undefined ? noErasures : await erasuresIn(newer);
    const content = await prepareCopy(staging, [erasures, later]);
    const swapped = swap(folder, staging, now);
    if (swapped.kind === "in-use") return swapped;
    return {
      ...content,
      ...swapped,
      erasuresLost: replaced.kind === "unreadable" && newer === undefined,
    };
  } finally {
    rmSync(staging, { recursive: true });
  }
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
