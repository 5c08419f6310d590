import type { Logger } from "pino";
import type { Database } from "#server/storage/tables.ts";
import { createWatch, type Watch } from "#server/watch/watch.ts";

type Opened = { database: Database; log: Logger };

/** The watch with all that it needs of this machine. */
export function openWatch({ database, log }: Opened): Watch {
  return createWatch({ database, log });
}
