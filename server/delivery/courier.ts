import { alarms } from "#phrases/alarms.ts";
import type { Sleep } from "#server/active-campaign/paced-client.ts";
import type { Log } from "#server/log.ts";
import { readClock } from "#server/store/connection/clock.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/tables.ts";
import { createAlarm } from "./alarm.ts";
import { createEarlierTries } from "./earlier-tries.ts";
import { createLeaseHolder, type LeaseHolder } from "./lease-holder.ts";
import { createRecentFailures } from "./recent-failures.ts";
import { sleepFor } from "./sleep.ts";
import { type TakeStepsDeps, takeSteps } from "./take-steps.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Log;
  delivery: TakeStepsDeps["delivery"];
  /** The database's clock, unless a test brings its own. */
  clock?: () => Promise<number>;
  /** A clock in milliseconds that only goes forward, also when the machine's clock is set. */
  steadyClock?: () => number;
  sleep?: Sleep;
  /** Waits between two passes of a loop when the loop has found no more work: for a second, unless a test ends the wait. */
  rest?: (finished: AbortSignal) => Promise<void>;
  /** The rest, in milliseconds, after a batch of leads was derived in `workedMs`. */
  restAfterBatch?: (workedMs: number) => number;
};

export type Courier = {
  start(): void;
  /** Lets the step under way end, and takes no further one. Then call `stop`. */
  finish(): Promise<void>;
  /** Interrupts the request under way, and gives the lease back. */
  stop(): Promise<void>;
};

const restMs = 1_000;
/**
 * After its work, the loop that derives leads rests this many times as long as it worked, so that storing sign-ups
 * comes first. It still derives leads three times as fast as ActiveCampaign takes them.
 */
const restPerWork = 19;
const restInProportion = (workedMs: number): number => restPerWork * workedMs;

/**
 * Every server process has a courier with two loops side by side: one derives leads, the other delivers them. All couriers
 * derive, but only the courier with the lease in the database delivers.
 */
export function createCourier(
  deps: CourierDeps,
  holder: LeaseHolder = createLeaseHolder(deps.database, deps.log),
): Courier {
  const stopping = new AbortController();
  const finishing = new AbortController();
  const { database, log, clock = () => readClock(database), sleep = sleepFor } = deps;
  const { rest = (finished) => sleep(restMs, finished), restAfterBatch = restInProportion } = deps;
  const alarm = createAlarm(database, log, deps.steadyClock ?? (() => performance.now()));
  const memory = { failures: createRecentFailures(), earlierTries: createEarlierTries(clock) };
  const signals = { stopped: stopping.signal, finished: finishing.signal };
  const timing = { clock, sleep, rest, restAfterBatch };
  const work: Work = { ...deps, ...timing, alarm, ...memory, ...signals };
  let running: Promise<unknown> = Promise.resolve();
  return {
    start() {
      running = Promise.all([
        repeat(work, () => derive(work)),
        repeat(work, () => deliver(work, holder)),
      ]);
    },
    async finish() {
      finishing.abort();
      await running;
    },
    async stop() {
      finishing.abort();
      stopping.abort();
      await running;
      await holder.release();
    },
  };
}

type Work = TakeStepsDeps & Required<Pick<CourierDeps, "rest" | "restAfterBatch">>;

/** Repeats the passes of a loop, and catches every error of a pass: the next pass starts again from the rows in the tables. */
async function repeat(work: Work, pass: () => Promise<boolean>): Promise<void> {
  while (!work.finished.aborted) {
    const hasMore = await pass().catch((error) => {
      const { alarm, message } = alarms.courierError;
      work.log.error({ alarm, error }, message);
      return false;
    });
    if (!hasMore) await work.rest(work.finished);
  }
}

async function derive(work: Work): Promise<boolean> {
  const { database, clock, sleep, restAfterBatch, finished } = work;
  await deriveLeads(database, await clock(), async (workedMs) => {
    await sleep(restAfterBatch(workedMs), finished);
    return !finished.aborted;
  });
  return false;
}

async function deliver(work: Work, holder: LeaseHolder): Promise<boolean> {
  try {
    return await takeSteps(work, holder);
  } catch (error) {
    holder.checkNextTime();
    throw error;
  }
}
