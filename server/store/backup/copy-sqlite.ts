import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { unfitBackup as phrases } from "#phrases/commands/restore.ts";
import { backupErrors, outages } from "#phrases/store-outages.ts";
import type { ActionName } from "#server/store/action-log.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { Sqlite } from "#server/store/connection/sqlite.ts";

const onlyOwner = 0o600;
/** A SQLite file without these tables is not a store of leads. */
const ownTables = ["migrations", "submissions", "leads", "deliveries"];

/**
 * Makes a complete copy of the store while other processes go on writing, and gives it its final name only after a
 * check. SQLite writes all rows anew, because a copy page by page would include traces of erased people in the gaps of
 * pages.
 */
export function copySqlite(from: string, to: string): void {
  // This folder is for this copy alone, so that two copies with the same name never share a file. Other users cannot
  // read it.
  const folder = mkdtempSync(`${to}.part-`);
  const part = join(folder, "copy");
  try {
    writeCopy(from, part);
    const unfit = findUnfit(part);
    if (unfit !== undefined) throw new Error(backupErrors.brokenCopy(from, unfit));
    if (existsSync(to))
      throw Object.assign(new Error(backupErrors.isThere(to)), { code: "EEXIST" });
    renameSync(part, to);
    sync(dirname(to));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Writes the copy as a single file that needs no write-ahead log beside it, so that it can also be read in a read-only
 * folder.
 */
function writeCopy(from: string, to: string): void {
  const source = new Sqlite(from, { fileMustExist: true });
  try {
    source.prepare("vacuum into ?").run(to);
  } finally {
    source.close();
  }
  chmodSync(to, onlyOwner);
  sync(to);
}

/**
 * Writes into the store when it was copied, so that the panel can show it. Returns why that failed; a store
 * that no server has opened yet has no table for it. The store is not opened as usual, because this would bring its tables up to date.
 */
export function recordBackup(from: string, at: number): string | undefined {
  const deed: ActionName = "backup";
  try {
    const store = new Sqlite(from, { fileMustExist: true });
    try {
      const table = store.prepare("select 1 from sqlite_master where name = 'deeds'").get();
      if (table !== undefined)
        store.prepare("insert into deeds (at, deed) values (?, ?)").run(at, deed);
    } finally {
      store.close();
    }
    return undefined;
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
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
  if (!existsSync(file)) return phrases.noFile;
  try {
    return inspect(file);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return reason;
  }
}

function inspect(file: string): string | undefined {
  const store = new Sqlite(file, { readonly: true, fileMustExist: true });
  try {
    const found = String(store.pragma("integrity_check(1)", { simple: true }));
    if (found !== "ok") return phrases.damaged(found);
    const tables = store.prepare("select name from sqlite_master where type = 'table'").pluck();
    const names = new Set(tables.all());
    if (names.has("kysely_migration")) return outages.older;
    const missing = ownTables.filter((name) => !names.has(name));
    return missing.length === 0 ? undefined : phrases.notLeads(missing);
  } finally {
    store.close();
  }
}
