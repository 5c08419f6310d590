import { existsSync } from "node:fs";
import { findHolder } from "./backup.ts";
import { brokenWorld } from "./broken-world.ts";
import { type KeptErasures, readErasures } from "./kept-erasures.ts";
import { openDatabase, sqliteFile } from "./open-database.ts";
import type { Database } from "./tables.ts";

/** What stands where a backup shall go. */
export type ReplacedStore =
  | { kind: "nothing" }
  | { kind: "held" }
  | { kind: "unreadable" }
  | { kind: "store"; erasures: KeptErasures; isEmpty: boolean };

export async function inspectReplaced(folder: string): Promise<ReplacedStore> {
  if (!existsSync(sqliteFile(folder))) return { kind: "nothing" };
  switch (findHolder(sqliteFile(folder)).kind) {
    case "somebody":
      return { kind: "held" };
    case "unreadable":
      return { kind: "unreadable" };
    case "nobody":
      return readReplaced(folder);
  }
}

/** It may be broken in parts: often what it remembers of erased people can still be read. */
async function readReplaced(folder: string): Promise<ReplacedStore> {
  const opened = await openDatabase({ kind: "sqlite", folder });
  if (opened.kind !== "open") return { kind: "unreadable" };
  const { database } = opened;
  try {
    const erasures = await readErasures(database);
    return { kind: "store", erasures, isEmpty: await isEmpty(database) };
  } catch (error) {
    if (brokenWorld(error) === undefined) throw error;
    return { kind: "unreadable" };
  } finally {
    await database.destroy();
  }
}

async function isEmpty(database: Database): Promise<boolean> {
  const submission = await database
    .selectFrom("submissions")
    .select("id")
    .limit(1)
    .executeTakeFirst();
  const lead = await database.selectFrom("leads").select("id").limit(1).executeTakeFirst();
  return submission === undefined && lead === undefined;
}
