import { existsSync } from "node:fs";
import { outageReason } from "#server/store/connection/errors.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import { findHolder, isLogAlone, sqliteFile } from "#server/store/connection/sqlite.ts";
import { type KeptErasures, readErasures } from "#server/store/erasure/kept-erasures.ts";
import { isEmpty, isUnused } from "./left-copies.ts";

/** The present content of the store's folder, which a restore would replace. */
export type ReplacedStore =
  | { kind: "nothing" }
  | { kind: "in-use" }
  | { kind: "unreadable" }
  | { kind: "store"; erasures: KeptErasures; isEmpty: boolean; isUnused: boolean };

export async function inspectReplaced(folder: string): Promise<ReplacedStore> {
  // A write-ahead log without its store must not be opened: SQLite would delete the log.
  if (isLogAlone(sqliteFile(folder))) return { kind: "unreadable" };
  if (!existsSync(sqliteFile(folder))) return { kind: "nothing" };
  switch (findHolder(sqliteFile(folder)).kind) {
    case "in-use":
      return { kind: "in-use" };
    case "unreadable":
      return { kind: "unreadable" };
    case "free":
      return readReplaced(folder);
  }
}

/** Reads a store that may be partly broken, because its erasures can often still be read. */
async function readReplaced(folder: string): Promise<ReplacedStore> {
  const opened = await openDatabase({ kind: "sqlite", folder });
  if (opened.kind !== "open") return { kind: "unreadable" };
  const { database } = opened;
  try {
    const erasures = await readErasures(database);
    const unused = await isUnused(database);
    return { kind: "store", erasures, isEmpty: await isEmpty(database), isUnused: unused };
  } catch (error) {
    if (outageReason(error) === undefined) throw error;
    return { kind: "unreadable" };
  } finally {
    await database.destroy();
  }
}
