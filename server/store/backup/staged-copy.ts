import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backupErrors as phrases } from "#phrases/store-outages.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import {
  type KeptErasures,
  mergeErasures,
  readErasures,
} from "#server/store/erasure/kept-erasures.ts";
import { reapplyErasures } from "#server/store/erasure/reapply-erasures.ts";
import { rewriteStore } from "#server/store/erasure/rewrite-store.ts";
import type { Database } from "#server/store/tables.ts";
import { copySqlite, findUnfit } from "./copy-sqlite.ts";

export type UnfitCopy = { kind: "unfit"; file: string; reason: string };
export type CopyContent = { leads: number; submissions: number; erasedAgain: number };

/** Says which of the two files cannot be read, and why. */
export function findUnfitOf(backup: string, newer = backup): UnfitCopy | undefined {
  for (const file of [backup, newer]) {
    const reason = findUnfit(file);
    if (reason !== undefined) return { kind: "unfit", file, reason };
  }
  return undefined;
}

/** Migrates a copy in a folder of its own, and erases again all people who were erased in it, or later. */
export async function prepareCopy(
  staging: string,
  erasures: readonly KeptErasures[],
): Promise<CopyContent> {
  const opened = await openDatabase({ kind: "sqlite", folder: staging });
  if (opened.kind !== "open") throw new Error(phrases.unusableCopy(staging));
  const { database } = opened;
  try {
    for (const kept of erasures) await mergeErasures(database, kept);
    const erasedAgain = await reapplyErasures(database);
    if (erasedAgain > 0) await rewriteStore(database, "sqlite");
    // A session that was revoked after the copy was made must not come back.
    await database.deleteFrom("panel_keys").execute();
    const leads = await count(database, "leads");
    return { leads, submissions: await count(database, "submissions"), erasedAgain };
  } finally {
    await database.destroy();
  }
}

/** The people who were erased until this copy was made. The copy itself is not changed: it may be of an earlier version. */
export async function erasuresIn(backup: string): Promise<KeptErasures> {
  const folder = mkdtempSync(join(tmpdir(), "restoring-"));
  try {
    copySqlite(backup, sqliteFile(folder));
    const opened = await openDatabase({ kind: "sqlite", folder });
    if (opened.kind !== "open") throw new Error(phrases.unusableCopy(backup));
    return await readErasures(opened.database).finally(() => opened.database.destroy());
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function count(database: Database, table: "leads" | "submissions"): Promise<number> {
  const { rows } = await database
    .selectFrom(table)
    .select((query) => query.fn.countAll<number>().as("rows"))
    .executeTakeFirstOrThrow();
  return rows;
}
