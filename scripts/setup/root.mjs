// @ts-check
import { fileURLToPath } from "node:url";

/** The top folder of the repository. Scripts work in it, whatever folder they are started from. */
export const root = new URL("../..", import.meta.url);
process.chdir(fileURLToPath(root));
