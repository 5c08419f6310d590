import { hourMs } from "#event/time-zone.ts";
import type { Database } from "#server/store/row-types.ts";

/** What is known of the copies that `deploy/backup` makes: one row. */
export type LastCopy = {
  /** When the last one was made, and all that was to be done with it had succeeded; null before the first. */
  at: number | null;
  /** The step at which the newest try failed; null if it did not. */
  failure: string | null;
  /** When a copy was last restored aside and compared with the store. */
  provedAt: number | null;
};

export function readLastCopy(database: Database): Promise<LastCopy> {
  return database
    .selectFrom("copies")
    .select(["at", "failure", "proved_at as provedAt"])
    .executeTakeFirstOrThrow();
}

/** Whether copies were ever tried: without them nothing is late. */
export function areSetUp({ at, failure }: LastCopy): boolean {
  return at !== null || failure !== null;
}

/** One is made every 15 minutes. */
const maxAgeMs = hourMs;

export function isLate(copy: LastCopy, now: number): boolean {
  return areSetUp(copy) && now - (copy.at ?? 0) > maxAgeMs;
}
