import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { brokenWorld } from "./broken-world.ts";
import { sqliteFile } from "./open-database.ts";
import type { Database } from "./tables.ts";

/** Beside the store: what `restore` replaced, and what a broken-off `restore` or `backup` left. */
export type LeftCopy = { name: string; path: string; kind: "replaced" | "restoring" | "part" };

export function findCopies(folder: string): LeftCopy[] {
  return namesIn(folder).flatMap((name) => {
    const kind = kindOf(name);
    return kind === undefined ? [] : [{ name, path: join(folder, name), kind }];
  });
}

/** A folder that cannot be read has no copies; why it cannot is said when the store is opened. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    if (brokenWorld(error) === undefined) throw error;
    return [];
  }
}

function kindOf(name: string): LeftCopy["kind"] | undefined {
  if (name.startsWith("restoring-")) return "restoring";
  if (/\.part(-\w{6})?$/.test(name)) return "part";
  return /\.replaced-(?!.*-(wal|shm)$)/.test(name) ? "replaced" : undefined;
}

/** The store is not in its place, but these copies are: perhaps they hold all that there is. */
export function findOrphans(folder: string): LeftCopy[] {
  const copies = findCopies(folder).filter(({ kind }) => kind !== "part");
  return copies.length > 0 && sizeOf(sqliteFile(folder)) === 0 ? copies : [];
}

/** If the store in its place was never used, it was perhaps only begun because the true one, one of these, was missing. */
export function findReplaced(folder: string): LeftCopy[] {
  return findCopies(folder).filter(({ kind }) => kind === "replaced");
}

/** Whether the store was made only after the copy was left: then the copy may hold what the store lacks. */
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

/** Nobody ever signed up here, nor was erased: a restored store that is empty has at least that behind it. */
export async function isUnused(database: Database): Promise<boolean> {
  const used = await sql<{ found: number }>`
    select 1 as found from sqlite_sequence where name = 'submissions'
    union all select 1 from erasures limit 1`.execute(database);
  return used.rows.length === 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
