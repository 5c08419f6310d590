import { setTimeout as sleep } from "node:timers/promises";
import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import type { Job } from "#server/jobs.ts";
import { addCounts, addTo, type Count, type Sums } from "#server/store/counts.ts";

export type VisitCounter = {
  add(counts: readonly Count[]): void;
  /** Writes the counts so far to the store. */
  flush(): Promise<void>;
  /** The job that writes the counts every few seconds. */
  job: Job;
  /** Writes the counts for the last time. Counts that cannot be written within a second are lost. */
  stop(): Promise<void>;
};

/** While people visit, the counts are written once in five seconds; without visits nothing is written. */
const everyMs = 5_000;

/**
 * How many counts can wait for the store: some hours of a busy page. While the store fails for longer, later counts are
 * lost.
 */
const maxUnwritten = 20_000;

const maxStopMs = 1_000;

/**
 * Adds counts to the store every few seconds, so that no visitor waits for a count. Counts that a failing store did not
 * take are written with the next counts.
 */
export function createVisitCounter({
  database,
  log,
}: Pick<ServerContext, "database" | "log">): VisitCounter {
  let unwritten: Sums = new Map();
  let isFailing = false;
  let writing = Promise.resolve();

  function add(counts: readonly Count[]): void {
    if (unwritten.size < maxUnwritten) addTo(unwritten, counts);
  }

  /** Runs one write at a time, so that a slow store never gets several writes at once. */
  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  async function write(): Promise<void> {
    if (unwritten.size === 0) return;
    const sums = unwritten;
    unwritten = new Map();
    try {
      await database.transaction().execute((writing) => addCounts(writing, sums.values()));
      isFailing = false;
    } catch (error) {
      // Logs one line until the store works again, because the write is repeated every few seconds.
      if (!isFailing) log.error({ error }, logLines.visitsNotCounted);
      isFailing = true;
      addTo(unwritten, sums.values());
    }
  }

  return {
    add,
    flush,
    job: { name: "visits", everyMs, firstAfterMs: everyMs, run: flush },
    stop: () => Promise.race([flush(), sleep(maxStopMs, undefined, { ref: false })]),
  };
}
