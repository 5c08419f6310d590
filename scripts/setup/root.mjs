// @ts-check
import { fileURLToPath } from "node:url";

/** Scripts work from the top of the repository, wherever they are started. */
export const root = new URL("../..", import.meta.url);
process.chdir(fileURLToPath(root));
