import { sleepFor } from "#server/delivery/sleep.ts";

/** Work that a server does again and again, beside its answers. */
export type Job = {
  name: string;
  /** The rest after each run, in milliseconds. */
  everyMs: number;
  /** The wait before the first run: none, unless it says so. */
  firstAfterMs?: number;
  /** It says its own failures: a job that throws ends the server, as any other bug does. */
  run: (stopped: AbortSignal) => Promise<unknown>;
};

export type Sleep = (ms: number, stopped: AbortSignal) => Promise<void>;

export type RunningJobs = {
  /** Starts no further run, and waits until those under way have ended. */
  stop: () => Promise<void>;
};

/** Runs each job until all are stopped. A process that has nothing else to do does not wait for them. */
export function startJobs(jobs: readonly Job[], sleep: Sleep = restBesideAnswers): RunningJobs {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const running = Promise.all(jobs.map((job) => repeat(job, sleep, stopped)));
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function repeat(
  { everyMs, firstAfterMs = 0, run }: Job,
  sleep: Sleep,
  stopped: AbortSignal,
): Promise<void> {
  if (firstAfterMs > 0) await sleep(firstAfterMs, stopped);
  while (!stopped.aborted) {
    await run(stopped);
    await sleep(everyMs, stopped);
  }
}

function restBesideAnswers(ms: number, stopped: AbortSignal): Promise<void> {
  return sleepFor(ms, stopped, { ref: false });
}
