import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "./log.ts";
import { type Sleep, sleepFor } from "./waiting.ts";

/** Work that a server does again and again, beside its answers. */
export type Job = {
  /** Names the job in the log when a run fails. */
  name: string;
  /** The rest after each run, in milliseconds. */
  everyMs: number;
  /** The wait before the first run: none, unless it says so. */
  firstAfterMs?: number;
  run: (stopped: AbortSignal) => Promise<unknown>;
};

export type RunningJobs = {
  /** Starts no further run, and waits until those under way have ended. */
  stop: () => Promise<void>;
};

/**
 * Runs each job until all are stopped. A run that fails is logged, and the job goes on: an error in work of the background
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
