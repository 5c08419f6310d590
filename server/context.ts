import type { EventPlan } from "#event/edition.ts";
import type { Database } from "#server/store/row-types.ts";
import type { Config } from "./config.ts";
import type { Log } from "./log.ts";

/** What the parts of a server share. A test gives each of them its own. */
export type Context = {
  config: Config;
  database: Database;
  log: Log;
  clock: () => number;
  event: EventPlan;
};
