import { addCounts, type Count } from "#server/store/counts.ts";
import type { Database } from "#server/store/schema.ts";

/** Adds counts to the stored ones, as a server does: all of them, or none. */
export function addToCounts(database: Database, counts: readonly Count[]): Promise<void> {
  return database.transaction().execute((writing) => addCounts(writing, counts));
}
