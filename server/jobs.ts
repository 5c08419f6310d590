import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "./log.ts";
import { type Sleep, sleepFor } from "./waiting.ts";

/** Work that a server repeats in the background. */
export type Job = {
  /** The job's name in the log when a run fails. */
  name: string;
  /** The pause after each run, in milliseconds. */
  everyMs: number;
  /** The wait before the first run, in milliseconds. Without this field, the first run begins at once. */
  firstAfterMs?: number;
  run: (stopped: AbortSignal) => Promise<unknown>;
};

export type RunningJobs = {
  /** Starts no further run, and waits until the present runs have ended. */
  stop: () => Promise<void>;
};

/**
 * Repeats each job until `stop` is called. A failed run is logged, and the job continues: an error in background work
 * must not end a server that takes sign-ups.
 */
export function startJobs(jobs: readonly Job[], log: Log, sleep: Sleep = sleepFor): RunningJobs {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;

  async function repeat({ name, everyMs, firstAfterMs = 0, run }: Job): Promise<void> {
    if (firstAfterMs > 0) await sleep(firstAfterMs, stopped);
    while (!stopped.aborted) {
      await run(stopped).catch((error) => log.error({ error, job: name }, logLines.jobFailed));
      await sleep(everyMs, stopped);
    }
  }

  const running = Promise.all(jobs.map(repeat));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
