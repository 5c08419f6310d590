import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { takeOverClaims } from "#server/storage/claims.ts";
import { giveLeaseBack, keepLease, type Lease, takeLease } from "#server/storage/courier-lease.ts";
import { readClock } from "#server/storage/database-clock.ts";
import { readLane } from "#server/storage/lane.ts";
import type { Database } from "#server/storage/tables.ts";
import type { ActiveCampaign } from "./active-campaign.ts";
import { createAlarm } from "./alarm.ts";
import type { Target } from "./deliver-lead.ts";
import { isOpen, react } from "./lane-reaction.ts";
import { takeStep } from "./steps.ts";
import { createCaller, type Sleep } from "./turns.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Logger;
  /** Undefined: only the books are kept. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
  /** The database's own, unless a test turns it. */
  clock?: () => Promise<number>;
  sleep?: Sleep;
};

export type Courier = {
  /** Says whether there is more to do at once. */
  runPass(): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
};

const restMs = 1_000;
/** Each turn renews the lease as well: this is for when there is nothing to send. */
const renewAfterMs = 10_000;
/** After so many the books are kept again, however long the queue is; and the other way round. */
const stepsPerPass = 4;
const batchesPerPass = 20;
/** Signing up comes first: the books take a twentieth of the time, which is still three times what the vendor can take. */
const restPerWork = 19;

/** Every process has one; the lease in the database makes one of them at a time the courier. */
export function createCourier(deps: CourierDeps): Courier {
  const stopping = new AbortController();
  const { database, log, clock = () => readClock(database), sleep = sleepFor } = deps;
  const alarm = createAlarm(database, log);
  const work = { ...deps, clock, sleep, alarm, stopped: stopping.signal };
  const post: Post = { lease: undefined, renewAt: 0, untidy: true };
  let running = Promise.resolve();
  return {
    runPass: () => runPass(work, post),
    start() {
      running = runUntilStopped(work, post);
    },
    async stop() {
      stopping.abort();
      await running;
      if (post.lease !== undefined) await giveLeaseBack(database, post.lease);
    },
  };
}

type Work = Omit<CourierDeps, "clock" | "sleep"> & {
  clock: () => Promise<number>;
  sleep: Sleep;
  stopped: AbortSignal;
  alarm: ReturnType<typeof createAlarm>;
};
type Post = {
  lease: Lease | undefined;
  renewAt: number;
  /** Leads may be marked as in hand that nobody has in hand: by a courier that is gone, or a pass that broke off. */
  untidy: boolean;
};

async function runUntilStopped(work: Work, post: Post): Promise<void> {
  while (!work.stopped.aborted) {
    const more = await runPassSafely(work, post);
    if (!more) await work.sleep(restMs, work.stopped);
  }
}

async function sleepFor(ms: number, stopped: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stopped }).catch(() => undefined);
}

/** The edge that catches: whatever breaks, the next pass starts from what the tables say. */
async function runPassSafely(work: Work, post: Post): Promise<boolean> {
  try {
    return await runPass(work, post);
  } catch (error) {
    post.untidy = true;
    work.log.error({ error }, "The courier's pass broke off. It begins again in a second.");
    return false;
  }
}

async function runPass(work: Work, post: Post): Promise<boolean> {
  // The books may be kept by several at once, and one that cannot deliver must not hold the lease.
  if (work.delivery === undefined) return keepBooks(work);
  const lease = await holdLease(work, post);
  if (lease === undefined) return false;
  await keepBooks(work, lease);
  await work.alarm(await work.clock());
  const { activeCampaign, target } = work.delivery;
  const call = createCaller({ ...work, activeCampaign, lease });
  for (let steps = 0; steps < stepsPerPass; steps += 1) {
    const now = await work.clock();
    if (work.stopped.aborted || !isOpen(await readLane(work.database), now)) return false;
    const result = await takeStep({ ...work, call, target });
    if (result.kind === "nothing") return false;
    await react(work, result);
  }
  return true;
}

async function holdLease(work: Work, post: Post): Promise<Lease | undefined> {
  const now = await work.clock();
  if (post.lease === undefined || now >= post.renewAt) await renewLease(work, post, now);
  if (post.lease !== undefined && post.untidy) {
    await takeOverClaims(work.database, now);
    post.untidy = false;
  }
  return post.lease;
}

async function renewLease({ database }: Work, post: Post, now: number): Promise<void> {
  post.renewAt = now + renewAfterMs;
  if (post.lease !== undefined && (await keepLease(database, post.lease, now))) return;
  post.lease = await takeLease(database, now);
  post.untidy = true;
}

async function keepBooks(
  { database, clock, sleep, stopped }: Work,
  lease?: Lease,
): Promise<boolean> {
  let batches = 0;
  await settleSubmissions(database, await clock(), async (workedMs) => {
    await sleep(restPerWork * workedMs, stopped);
    batches += 1;
    const ours = lease === undefined || (await keepLease(database, lease, await clock()));
    return ours && !stopped.aborted && batches < batchesPerPass;
  });
  return batches >= batchesPerPass;
}
