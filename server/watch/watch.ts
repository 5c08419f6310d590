import type { Logger } from "pino";
import type { Database } from "#server/storage/tables.ts";
import type { Trouble } from "./trouble.ts";

export type WatchDeps = {
  database: Database;
  log: Logger;
};

export type Watch = {
  /** The troubles of all processes of this store that are not over, the most urgent first. */
  troubles(): readonly Trouble[];
  start(): void;
  stop(): Promise<void>;
};

/** Finds troubles, and tells the operator about each when it begins and when it is over. */
export function createWatch(_: WatchDeps): Watch {
  return {
    troubles: () => [],
    start() {},
    stop: () => Promise.resolve(),
  };
}
