import { makeEdits } from "./edit.ts";
import { numberEdits } from "./number-edits.ts";
import { wordEdits } from "./word-edits.ts";

/** The ten edits that content/README.md describes, as an owner makes them, each by its name. */
export const honestEdits = { ...numberEdits, ...wordEdits };

/** Makes all honest edits in a copy of the repository whose `content/` is as delivered. */
export function editLikeAnOwner(folder: string): void {
  makeEdits(folder, Object.values(honestEdits).flat());
}
