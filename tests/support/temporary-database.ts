import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "#server/storage/open-database.ts";
import type { Database } from "#server/storage/tables.ts";

export type TemporaryDatabase = { database: Database; folder: string; close(): Promise<void> };

/** A real SQLite file, as in production, in a folder of its own. The one on Postgres will stand beside it. */
export async function openTemporaryDatabase(): Promise<TemporaryDatabase> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-"));
  const opened = await openDatabase({ kind: "sqlite", folder });
  if (opened.kind === "unusable") throw new Error(opened.reason);
  return { database: opened.database, folder, close: () => close(opened.database, folder) };
}

async function close(database: Database, folder: string): Promise<void> {
  await database.destroy();
  await rm(folder, { recursive: true });
}
