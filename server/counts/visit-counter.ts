import { setTimeout as sleep } from "node:timers/promises";
import { logLines } from "#phrases/log-lines.ts";
import type { Job } from "#server/jobs.ts";
import type { Log } from "#server/log.ts";
import { addCounts, addSums, type Counts, rowsIn, sumCounts } from "#server/store/counts.ts";
import type { Database } from "#server/store/row-types.ts";

export type VisitCounter = {
  add(counts: Counts): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  /** Writes every few seconds. */
  job: Job;
  /** Writes for the last time. What cannot be written within a second is lost. */
  stop(): Promise<void>;
};

/** A busy page writes once in five seconds, a quiet one not at all. */
const everyMs = 5_000;

/** More rows than all kinds of one hour have. While the store fails for hours, later counts are left out. */
const maxUnwritten = 5_000;

const maxStopMs = 1_000;

/**
 * Adds counts to the store every few seconds, so that no visitor waits for a count. What a failing store has not taken is
 * written with the next count.
 */
export function createVisitCounter({
  database,
  log,
}: {
  database: Database;
  log: Log;
}): VisitCounter {
  let unwritten = sumCounts({});
  let isFailing = false;
  let writing = Promise.resolve();

  function add(counts: Counts): void {
    if (rowsIn(unwritten) < maxUnwritten) addSums(unwritten, sumCounts(counts));
  }

  /** One write at a time: a store that answers slowly is not asked more. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (rowsIn(unwritten) === 0) return;
    const sums = unwritten;
    unwritten = sumCounts({});
    try {
      await database.transaction().execute((writing) => addCounts(writing, sums));
      isFailing = false;
    } catch (error) {
      // One line until the store works again, because this happens every few seconds.
      if (!isFailing) log.error({ error }, logLines.visitsNotCounted);
      isFailing = true;
      addSums(unwritten, sums);
    }
  }

  return {
    add,
    flush,
    job: { name: "visits", everyMs, firstAfterMs: everyMs, run: flush },
    stop: () => Promise.race([flush(), sleep(maxStopMs, undefined, { ref: false })]),
  };
}
