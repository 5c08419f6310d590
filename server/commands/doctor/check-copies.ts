import { shellWord } from "#server/commands/printing/escape.ts";
import { findCopies, isEmpty, isStoreYounger } from "#server/storage/backup/left-copies.ts";
import type { Store } from "#server/storage/connection/open-database.ts";
import type { Database } from "#server/storage/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/** Whole stores that nobody looks after: whoever is erased from ours stays in them. */
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
          `Beside the store are ${names}. The store is empty or newer than they are, so they may hold leads that it lacks.`,
          "Compare: restore them into another folder (DATA_DIR) and look at stats. Keep them until you know.",
        )
      : warn(
          `Beside the store are ${names}. People who were erased since then are still in them.`,
          `Delete them, unless a backup or restore is running or you still need the replaced store: rm -r ${paths}`,
        ),
  ];
}
