import { randomBytes } from "node:crypto";
import { Migrator } from "kysely";
import { firstTables, type KeyType } from "./migrations/0001-first-tables.ts";
import { howASignUpCame } from "./migrations/0002-how-a-sign-up-came.ts";
import { erasures } from "./migrations/0003-erasures.ts";
import { courierTables } from "./migrations/0004-courier.ts";
import { parked } from "./migrations/0005-parked.ts";
import { removalAfterImport } from "./migrations/0006-removal-after-import.ts";
import { lastLook } from "./migrations/0007-last-look.ts";
import { toSettle } from "./migrations/0008-to-settle.ts";
import type { Database } from "./tables.ts";

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
