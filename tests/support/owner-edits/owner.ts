import { makeEdits } from "./edit.ts";
import { numberEdits } from "./number-edits.ts";
import { wordEdits } from "./word-edits.ts";

/** The ten edits that content/README.md describes, as an owner makes them, each by its name. */
const ownerEdits = { ...numberEdits, ...wordEdits };

/** Makes all edits of an owner in a copy of the repository whose `content/` is as delivered. */
export function editLikeAnOwner(folder: string): void {
  makeEdits(folder, Object.values(ownerEdits).flat());
}
