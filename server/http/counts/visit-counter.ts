import { setTimeout as sleep } from "node:timers/promises";
import { logLines } from "#phrases/log-lines.ts";
import type { Job } from "#server/jobs.ts";
import type { Log } from "#server/log.ts";
import { addCounts } from "#server/store/counts/add-counts.ts";
import { type Counts, gatherCounts } from "#server/store/counts/gather-counts.ts";
import type { Database } from "#server/store/tables.ts";

export type VisitCounter = {
  add(counts: Counts): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  /** Writes every few seconds. */
  job: Job;
  /** Writes for the last time. What cannot be written within a second is lost. */
  stop(): Promise<void>;
};

export type VisitCounterDeps = { database: Database; log: Log };

/** A busy page writes once in five seconds, a quiet one not at all. */
const everyMs = 5_000;

/** More rows than all kinds of one hour have. While the store fails for hours, later kinds are not counted. */
const maxUnwritten = 5_000;

const maxStopMs = 1_000;

/**
 * Adds counts up in memory and writes them every few seconds, so that no visitor waits for a count. What a failing store
 * has not taken is written with the next counts.
 */
export function createVisitCounter({ database, log }: VisitCounterDeps): VisitCounter {
  const unwritten = gatherCounts();
  let isFailing = false;

  function add(counts: Counts): void {
    if (unwritten.size() < maxUnwritten) unwritten.add(counts);
  }

  async function flush(): Promise<void> {
    if (unwritten.size() === 0) return;
    const counts = unwritten.take();
    try {
      await addCounts(database, counts);
      isFailing = false;
    } catch (error) {
      // One line until the store works again, because this happens every few seconds.
      if (!isFailing) log.error({ error }, logLines.visitsNotCounted);
      isFailing = true;
      unwritten.add(counts);
    }
  }

  return {
    add,
    flush,
    job: { name: "visits", everyMs, firstAfterMs: everyMs, run: flush },
    stop: () => Promise.race([flush(), sleep(maxStopMs, undefined, { ref: false })]),
  };
}
