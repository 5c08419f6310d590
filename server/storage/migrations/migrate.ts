import { Migrator } from "kysely";
import type { Database } from "#server/storage/tables.ts";
import { firstVersion } from "./0001-first-version.ts";
import { event } from "./0002-event.ts";
import { nextClass } from "./0003-next-class.ts";
import { groups } from "./0004-groups.ts";
import { evening } from "./0005-evening.ts";
import type { KeyType } from "./first-version/columns.ts";

/** The migrations are named here, not looked up in a folder: the server runs from a bundle. */
export async function migrate(database: Database, keyType: KeyType): Promise<void> {
  const migrations = {
    "0001-first-version": firstVersion(keyType),
    "0002-event": event,
    "0003-next-class": nextClass,
    "0004-groups": groups(keyType),
    "0005-evening": evening(keyType),
  };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined && !(await isUpToDate(migrator))) throw error;
}

/**
 * Kysely refuses a store that a newer version of the server has migrated. We accept it, so that after an update servers
 * of the older version go on and can start.
 */
async function isUpToDate(migrator: Migrator): Promise<boolean> {
  const ours = await migrator.getMigrations();
  return ours.every(({ executedAt }) => executedAt !== undefined);
}
