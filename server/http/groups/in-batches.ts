import { setImmediate as nextTurn } from "node:timers/promises";

export type BatchLimits = {
  /** How many jobs are done together at most. */
  max: number;
  /** How long a job waits while no batch ends. */
  patienceMs: number;
  /** Each batch that ends gives the jobs behind it `patienceMs` again, until they have waited this long. */
  extendedForMs: number;
};

type Waiting<Job, Result> = {
  job: Job;
  since: number;
  lateAt: number;
  timer: NodeJS.Timeout;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/**
 * Does the jobs that wait together, one batch after the other, so that they use one connection to the store and leave
 * the others to sign-ups. A job that has not ended in time is answered with "late", and is left out if it has not begun.
 */
export function inBatches<Job, Result>(
  work: (jobs: readonly Job[]) => Promise<readonly Result[]>,
  { max, patienceMs, extendedForMs }: BatchLimits,
) {
  let waiting: Waiting<Job, Result | "late">[] = [];
  let isWorking = false;

  async function workOnAll(): Promise<void> {
    while (waiting.length > 0) {
      // With SQLite the work waits for nothing else: without this turn, sign-ups would wait until the last job is done.
      await nextTurn();
      // The time is compared, because after work that blocked the event loop no timer has run yet.
      const inTime = waiting.filter(({ lateAt }) => performance.now() < lateAt);
      waiting = inTime.slice(max);
      await workOn(inTime.slice(0, max));
      for (const one of waiting) waitLonger(one);
    }
    isWorking = false;
  }

  async function workOn(batch: readonly Waiting<Job, Result | "late">[]): Promise<void> {
    if (batch.length === 0) return;
    try {
      const results = await work(batch.map(({ job }) => job));
      for (const [index, result] of results.entries()) batch[index]?.resolve(result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    for (const { timer } of batch) clearTimeout(timer);
  }

  function waitLonger(one: Waiting<Job, Result | "late">): void {
    const now = performance.now();
    if (now >= one.lateAt || now >= one.since + extendedForMs) return;
    one.lateAt = now + patienceMs;
    one.timer.refresh();
  }

  return (job: Job): Promise<Result | "late"> =>
    new Promise((resolve, reject) => {
      const since = performance.now();
      const timer = setTimeout(giveUp, patienceMs);
      const one = { job, since, lateAt: since + patienceMs, timer, resolve, reject };
      waiting.push(one);
      if (isWorking) return;
      isWorking = true;
      void workOnAll();

      function giveUp(): void {
        // A timer may come a fraction of a millisecond early. What was answered with "late" must not begin after that.
        one.lateAt = 0;
        resolve("late");
      }
    });
}
