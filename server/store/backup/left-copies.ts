import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { outageReason } from "#server/store/connection/errors.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/tables.ts";

/**
 * A file beside the store: replaced by `restore`, or left by a `restore` or `backup` that was interrupted. A `log` is a
 * write-ahead log that was set aside, because its store could not be read; it contains personal data too.
 */
export type LeftCopy = {
  name: string;
  path: string;
  kind: "replaced" | "restoring" | "part" | "log";
};

export function findCopies(folder: string): LeftCopy[] {
  return namesIn(folder).flatMap((name) => {
    const kind = kindOf(name);
    return kind === undefined ? [] : [{ name, path: join(folder, name), kind }];
  });
}

/**
 * Returns the names in a folder. Returns none if the folder cannot be read, because opening the store then gives the
 * reason.
 */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
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
  return copies.length > 0 && sizeOf(sqliteFile(folder)) === 0 ? copies : [];
}

/**
 * The stores that a restore set aside. If the present store was never used, one of these may be the real store: the
 * present one was perhaps created only because the real one was missing.
 */
export function findReplaced(folder: string): LeftCopy[] {
  return findCopies(folder).filter(({ kind }) => kind === "replaced");
}

/** Whether the store is newer than a copy beside it: if it is, the copy may hold leads that the store lacks. */
export function isStoreYounger(folder: string, { path }: LeftCopy): boolean {
  return statSync(sqliteFile(folder)).birthtimeMs >= statSync(path).ctimeMs;
}

export async function isEmpty(database: Database): Promise<boolean> {
  const submission = await database
    .selectFrom("submissions")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  const lead = await database.selectFrom("leads").select("id").limit(1).executeTakeFirst();
  return submission === undefined && lead === undefined;
}

/**
 * Whether the store never had a sign-up or an erasure. A restored store is never unused: even without leads it had a
 * sign-up or an erasure.
 */
export async function isUnused(database: Database): Promise<boolean> {
  const used = await sql<{ found: number }>`
    select 1 as found from sqlite_sequence where name = 'submissions'
    union all select 1 from erasures limit 1`.execute(database);
  return used.rows.length === 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
