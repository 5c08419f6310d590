import { addCounts, type Count } from "#server/store/counts.ts";
import type { Database } from "#server/store/schema.ts";

/** Adds counts to the stored counts, as a server does: all counts, or none after an error. */
export function addToCounts(database: Database, counts: readonly Count[]): Promise<void> {
  return database.transaction().execute((writing) => addCounts(writing, counts));
}
