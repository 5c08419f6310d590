import { outages } from "#phrases/store-outages.ts";
import type { Database } from "#server/store/tables.ts";
import { refuseNotDurable } from "./durability.ts";
import { StoreOutage } from "./errors.ts";

/**
 * Writes to the store and waits for the disk, as a sign-up does; throws when the write fails, or when a Postgres
 * setting that keeps commits through a power cut is off.
 */
export async function tryStoring(database: Database): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("readiness")
    .set(({ eb }) => ({ tries: eb("tries", "+", 1) }))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new StoreOutage(outages.noReadinessRow);
  await refuseNotDurable(database);
}
