import { subjects } from "#phrases/doctor/doctor.ts";
import { storeFindings as phrases } from "#phrases/doctor/store.ts";
import { shellWord } from "#server/commands/printing/escape.ts";
import { findCopies, isEmpty } from "#server/copies/left-copies.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
import { type DoctorFinding, findingsOn } from "./finding.ts";

/**
 * Reports copies of the store that a backup or a restore left in the store's folder: a person who is erased from the
 * store is still in these copies.
 */
export async function checkLeftCopies(store: Store, database: Database): Promise<DoctorFinding[]> {
  if (store.kind === "postgres") return [];
  const copies = findCopies(store.folder);
  if (copies.length === 0) return [];
  const paths = copies.map(({ path }) => shellWord(path)).join(" ");
  const names = copies.map(({ name }) => name);
  // An unfinished copy has nothing that the store has not.
  const mayBeAll = copies.some(({ kind }) => kind !== "part") && (await isEmpty(database));
  const { warn } = findingsOn(subjects.copies);
  return [
    mayBeAll
      ? warn(phrases.copiesMayBeAll(names), phrases.compareCopies)
      : warn(phrases.copies(names), phrases.deleteCopies(paths)),
  ];
}
