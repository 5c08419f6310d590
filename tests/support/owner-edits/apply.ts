// node scripts/run.mjs tests/support/owner-edits/apply.ts <folder> makes the ten edits of an owner in a clone.
import { editLikeAnOwner } from "./owner.ts";

const folder = process.argv[3];
if (folder === undefined) throw new Error("Name the folder of a clone.");
editLikeAnOwner(folder);
