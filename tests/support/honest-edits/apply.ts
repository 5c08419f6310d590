// node scripts/run.mjs tests/support/honest-edits/apply.ts <folder> makes the ten honest edits in a clone.
import { editLikeAnOwner } from "./owner.ts";

const folder = process.argv[3];
if (folder === undefined) throw new Error("Name the folder of a clone.");
editLikeAnOwner(folder);
