import { setTimeout as sleep } from "node:timers/promises";
import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import type { Job } from "#server/jobs.ts";
import { addCounts, addTo, type Count, type Sums } from "#server/store/counts.ts";

export type VisitCounter = {
  add(counts: readonly Count[]): void;
  /** Writes what was counted so far. */
  flush(): Promise<void>;
  /** Writes every few seconds. */
  job: Job;
  /** Writes for the last time. What cannot be written within a second is lost. */
  stop(): Promise<void>;
};

/** A busy page writes once in five seconds, a quiet one not at all. */
const everyMs = 5_000;

/** Some hours of a busy page. While the store fails for longer, later counts are left out. */
const maxUnwritten = 20_000;

const maxStopMs = 1_000;

/**
 * Adds counts to the store every few seconds, so that no visitor waits for a count. What a failing store has not taken is
 * written with the next count.
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

  /** One write at a time: a store that answers slowly is not asked more. */
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
      // One line until the store works again, because this happens every few seconds.
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
