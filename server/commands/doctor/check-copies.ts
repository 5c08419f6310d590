import { shellWord } from "#server/commands/printing/escape.ts";
import { findCopies, isEmpty, isStoreYounger } from "#server/storage/backup/left-copies.ts";
import type { Store } from "#server/storage/connection/open-database.ts";
import type { Database } from "#server/storage/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/**
 * Reports copies of the store that a backup or a restore left in the store's folder: a person who is erased from the
 * store is still in these copies.
 */
export async function checkCopies(store: Store, database: Database): Promise<DoctorFinding[]> {
  if (store.kind === "postgres") return [];
  const copies = findCopies(store.folder);
  if (copies.length === 0) return [];
  const paths = copies.map(({ path }) => shellWord(path)).join(" ");
  const names = copies.map(({ name }) => name).join(", ");
  const mayBeAll =
    copies.some((copy) => isStoreYounger(store.folder, copy)) || (await isEmpty(database));
  const { warn } = findingsOn("copies");
  return [
    mayBeAll
      ? warn(
          `There are copies beside the store: ${names}. The store is empty or newer than the copies, so they may hold leads that the store lacks.`,
          "Restore the copies into another folder (DATA_DIR) and compare the counts of stats. Keep the copies until you know.",
        )
      : warn(
          `There are copies beside the store: ${names}. People who were erased since then are still in the copies.`,
          `Delete them, unless a backup or a restore is running or you still need the old store: rm -r ${paths}`,
        ),
  ];
}
