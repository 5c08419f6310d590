// @ts-check
import { fileURLToPath } from "node:url";

/** The top folder of the repository. Scripts work there, from whatever folder they are started. */
export const root = new URL("../..", import.meta.url);
process.chdir(fileURLToPath(root));
