import type { EventPlan } from "#event/edition.ts";
import type { Figures } from "#server/figures/figures.ts";
import type { Log } from "#server/log.ts";
import type { Database } from "#server/store/tables.ts";
import type { Trouble } from "#server/watch/trouble.ts";

export type PanelDeps = {
  clock: () => number;
  log: Log;
  /** The number of our own proxies that a request passes. */
  trustedProxies: number;
  /** The clock of the limits, which only goes forward. Tests stop it. */
  limitClock?: () => number;
  panel: {
    /** Not the connection of the sign-ups, which must not wait for the panel. */
    database: Database;
    /** The clock of the store: a command on another machine may have made the link. */
    databaseClock: (database: Database) => Promise<number>;
    siteUrl: string;
    event: EventPlan;
    readFigures: () => Promise<Figures>;
    troubles: () => readonly Trouble[];
  };
};
