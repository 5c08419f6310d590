import { setTimeout as sleep } from "node:timers/promises";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import { addCounts } from "#server/store/counts/add-counts.ts";
import { type Counts, gatherCounts } from "#server/store/counts/gather-counts.ts";
import type { Database } from "#server/store/tables.ts";

export type VisitCounter = {
  add(counts: Counts): void;
  /** Writes what was gathered. A failure costs no more than the time until the next try. */
  flush(): Promise<void>;
  /** Writes for the last time. What cannot be written within a second is lost. */
  stop(): Promise<void>;
};

export type VisitCounterDeps = { database: Database; log: Log };

/** The milliseconds from the first count to the write: a busy page writes once in this time, a quiet one not at all. */
const gatherMs = 5_000;

/**
 * The most rows that wait: more than all kinds of one hour have. While the store fails for hours, later kinds are not
 * counted.
 */
const maxWaiting = 5_000;

const maxStopMs = 1_000;

/** Gathers counts in memory, and adds them to the store every few seconds, so that no visitor waits for a count. */
export function createVisitCounter({ database, log }: VisitCounterDeps): VisitCounter {
  const gathered = gatherCounts();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();
  let isFailing = false;

  function add(counts: Counts): void {
    if (gathered.size() >= maxWaiting) return;
    gathered.add(counts);
    timer ??= setTimeout(() => void flush(), gatherMs).unref();
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (gathered.size() === 0) return;
    const counts = gathered.take();
    try {
      await addCounts(database, counts);
      isFailing = false;
    } catch (error) {
      // One line until the store works again, because this happens every few seconds.
      if (!isFailing) log.error({ error }, logLines.visitsNotCounted);
      isFailing = true;
      add(counts);
    }
  }

  return {
    add,
    flush,
    async stop() {
      await Promise.race([flush(), sleep(maxStopMs, undefined, { ref: false })]);
      clearTimeout(timer);
    },
  };
}
