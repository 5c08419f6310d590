import { setImmediate as nextTurn } from "node:timers/promises";

export type BatchLimits = {
  /** How many jobs are done together at most. */
  max: number;
  /** How many jobs may wait. A further job is answered with "overloaded" at once, because a timeout would be worse. */
  maxWaiting?: number;
  /** After this time a job is answered with "late", and is not done if it has not begun. */
  withinMs: number;
  /** If given, a waiting job gets `withinMs` again whenever a batch ends, but waits no longer than this time in all. */
  atMostMs?: number;
  /** Whether an error is about one job of the batch: then the batch is halved until that job is alone. */
  isOfOneJob?: (error: unknown) => boolean;
};

export type NotDone = "late" | "overloaded";

type Waiting<Job, Result> = {
  job: Job;
  since: number;
  resolve: (answer: Result | NotDone) => void;
  reject: (error: unknown) => void;
};

/** The usual `maxWaiting`: about as many sign-ups as the store can write in a few seconds. */
const usualMaxWaiting = 5_000;
const maxGatheringTurns = 4;
/** How often late jobs are looked for: a job is answered "late" at most this long after its time. */
const lookEveryMs = 50;

/**
 * Does the waiting jobs in batches, one batch after the other, because a batch needs only one write to the disk and one
 * connection. `add` answers with the result of its own job.
 */
export function inBatches<Job, Result>(
  work: (jobs: readonly Job[]) => Promise<readonly Result[]>,
  limits: BatchLimits,
) {
  const { max, maxWaiting = usualMaxWaiting, withinMs, atMostMs = withinMs } = limits;
  const { isOfOneJob = () => false } = limits;
  let waiting: Waiting<Job, Result>[] = [];
  let working: Waiting<Job, Result>[] = [];
  let lastEndedAt = Number.NEGATIVE_INFINITY;
  let isRunning = false;

  function add(job: Job): Promise<Result | NotDone> {
    if (waiting.length >= maxWaiting) return Promise.resolve("overloaded");
    return new Promise((resolve, reject) => {
      waiting.push({ job, since: performance.now(), resolve, reject });
      if (!isRunning) void workOnAll();
    });
  }

  async function workOnAll(): Promise<void> {
    isRunning = true;
    // One timer finds all late jobs: a timer for each job would cost more than storing a sign-up.
    const looking = setInterval(answerLate, lookEveryMs);
    looking.unref();
    while (waiting.length > 0) {
      await gather();
      // The timer may be late, because a long step blocked the event loop: late jobs are answered here too.
      answerLate();
      working = waiting.slice(0, max);
      waiting = waiting.slice(max);
      await workOn(working, work, isOfOneJob);
      working = [];
      answerLate();
      lastEndedAt = performance.now();
    }
    clearInterval(looking);
    isRunning = false;
  }

  /**
   * Waits for more jobs while each turn of the event loop adds some. A turn also lets other work run between two
   * batches.
   */
  async function gather(): Promise<void> {
    let before = -1;
    for (let turn = 0; turn < maxGatheringTurns && before < waiting.length; turn += 1) {
      before = waiting.length;
      await nextTurn();
    }
  }

  function lateAt({ since }: Waiting<Job, Result>): number {
    return Math.max(since + withinMs, Math.min(lastEndedAt + withinMs, since + atMostMs));
  }

  /** Answers late jobs with "late". A job that has begun may still succeed after this answer. */
  function answerLate(): void {
    const now = performance.now();
    const isInTime = (one: Waiting<Job, Result>) => lateAt(one) > now;
    const late = [...working, ...waiting].filter((one) => !isInTime(one));
    for (const { resolve } of late) resolve("late");
    if (late.length > 0) waiting = waiting.filter(isInTime);
  }

  return { add };
}

/**
 * Returns a function that answers with the job's result, or undefined if the job was late, refused or failed. `tell` is
 * called only for the first of several failures in a row.
 */
export function orUndefined<Job, Result extends object>(
  add: (job: Job) => Promise<Result | NotDone>,
  tell: (reason: { error?: unknown }) => void,
): (job: Job) => Promise<Result | undefined> {
  let isTold = false;
  const fail = (reason: { error?: unknown }) => {
    if (!isTold) tell(reason);
    isTold = true;
    return undefined;
  };
  return (job) =>
    add(job).then(
      (done) => {
        if (typeof done === "string") return fail({});
        isTold = false;
        return done;
      },
      (error: unknown) => fail({ error }),
    );
}

async function workOn<Job, Result>(
  batch: readonly Waiting<Job, Result>[],
  work: (jobs: readonly Job[]) => Promise<readonly Result[]>,
  isOfOneJob: (error: unknown) => boolean,
): Promise<void> {
  if (batch.length === 0) return;
  try {
    const results = await work(batch.map(({ job }) => job));
    for (const [index, result] of results.entries()) batch[index]?.resolve(result);
  } catch (error) {
    if (batch.length > 1 && isOfOneJob(error)) {
      const middle = Math.ceil(batch.length / 2);
      await workOn(batch.slice(0, middle), work, isOfOneJob);
      await workOn(batch.slice(middle), work, isOfOneJob);
    } else for (const { reject } of batch) reject(error);
  }
}
