import { setTimeout as sleep } from "node:timers/promises";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import { inBatches } from "#server/store/batch.ts";
import { addCounts } from "#server/store/counts/add-counts.ts";
import { type Counts, gatherCounts } from "#server/store/counts/gather-counts.ts";
import type { Database } from "#server/store/tables.ts";

export type VisitCounter = {
  add(counts: Counts): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  /** Writes for the last time. What cannot be written within a second is lost. */
  stop(): Promise<void>;
};

export type VisitCounterDeps = { database: Database; log: Log };

/** A busy page writes once in five seconds, a quiet one not at all. */
const gatherMs = 5_000;

/** More reports than these in five seconds, or while one write waits, are not counted. */
const maxWaiting = 10_000;

/** A count that waits so long for its write is not counted. */
const withinMs = 600_000;

/** More rows than all kinds of one hour have. While the store fails for hours, later kinds are not counted. */
const maxUnwritten = 5_000;

const maxStopMs = 1_000;

/**
 * Adds counts to the store every few seconds, so that no visitor waits for a count. What a failing store has not taken is
 * added up, and written with the next count.
 */
export function createVisitCounter({ database, log }: VisitCounterDeps): VisitCounter {
  const unwritten = gatherCounts();
  let isFailing = false;

  async function write(all: readonly Counts[]): Promise<[]> {
    for (const counts of all) if (unwritten.size() < maxUnwritten) unwritten.add(counts);
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
    return [];
  }

  const waiting = inBatches(write, { max: maxWaiting, maxWaiting, withinMs, gatherMs });

  function flush(): Promise<void> {
    if (unwritten.size() > 0) void waiting.add({});
    return waiting.flush();
  }

  return {
    add: (counts) => void waiting.add(counts),
    flush,
    stop: () => Promise.race([flush(), sleep(maxStopMs, undefined, { ref: false })]),
  };
}
