import { randomBytes } from "node:crypto";
import { Migrator } from "kysely";
import { firstTables, type KeyType } from "#server/storage/migrations/0001-first-tables.ts";
import { howASignUpCame } from "#server/storage/migrations/0002-how-a-sign-up-came.ts";
import { erasures } from "#server/storage/migrations/0003-erasures.ts";
import { courierTables } from "#server/storage/migrations/0004-courier.ts";
import { parked } from "#server/storage/migrations/0005-parked.ts";
import { removalAfterImport } from "#server/storage/migrations/0006-removal-after-import.ts";
import { lastLook } from "#server/storage/migrations/0007-last-look.ts";
import { toSettle } from "#server/storage/migrations/0008-to-settle.ts";
import type { Database } from "#server/storage/tables.ts";

const erasureKeyBytes = 32;

/** The migrations are named here, not looked up in a folder: the server runs from a bundle. */
export async function migrate(database: Database, keyType: KeyType): Promise<void> {
  const migrations = {
    "0001-first-tables": firstTables(keyType),
    "0002-how-a-sign-up-came": howASignUpCame,
    "0003-erasures": erasures(() => randomBytes(erasureKeyBytes).toString("hex")),
    "0004-courier": courierTables(keyType),
    "0005-parked": parked,
    "0006-removal-after-import": removalAfterImport,
    "0007-last-look": lastLook,
    "0008-to-settle": toSettle,
  };
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const migrator = new Migrator({ db: database, provider });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined && !(await isUpToDate(migrator))) throw error;
}

/** Kysely refuses a store that a newer version has migrated; but a migration lets the version before it go on, and start. */
async function isUpToDate(migrator: Migrator): Promise<boolean> {
  const ours = await migrator.getMigrations();
  return ours.every(({ executedAt }) => executedAt !== undefined);
}
