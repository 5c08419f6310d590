import { Migrator } from "kysely";
import { firstTables, type KeyType } from "./migrations/0001-first-tables.ts";
import type { Database } from "./tables.ts";

/** The migrations are named here, not looked up in a folder: the server runs from a bundle. */
export async function migrate(database: Database, keyType: KeyType): Promise<void> {
  const migrations = { "0001-first-tables": firstTables(keyType) };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db: database, provider }).migrateToLatest();
  if (error !== undefined) throw error;
}
