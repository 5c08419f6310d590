import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { takeOverClaims } from "#server/storage/claims.ts";
import { giveLeaseBack, keepLease, type Lease, takeLease } from "#server/storage/courier-lease.ts";
import { readClock } from "#server/storage/database-clock.ts";
import { bringNear } from "#server/storage/far-times.ts";
import { readLane } from "#server/storage/lane.ts";
import type { Database } from "#server/storage/tables.ts";
import type { ActiveCampaign } from "./active-campaign.ts";
import { createAlarm } from "./alarm.ts";
import type { Target } from "./deliver-lead.ts";
import { askAccount } from "./judge.ts";
import { isOpen, react } from "./lane-reaction.ts";
import { createRecentFailures, type RecentFailures } from "./recent-failures.ts";
import type { StepDeps, StepResult } from "./step.ts";
import { type Order, takeStep } from "./take-step.ts";
import { createCaller, repeating, type Sleep } from "./turns.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Logger;
  /** Undefined: only the books are kept. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
  /** The database's own, unless a test turns it. */
  clock?: () => Promise<number>;
  /** Milliseconds that no clock set back takes away. */
  steadyClock?: () => number;
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
const stepsPerPass = 4;
/** Signing up comes first: the books take a twentieth of the time, which is still three times what the vendor can take. */
const restPerWork = 19;

/**
 * Every process has one; the lease in the database makes one of them at a time the courier. All of them keep the
 * books, beside the deliveries: neither waits for the other.
 */
export function createCourier(deps: CourierDeps): Courier {
  const stopping = new AbortController();
  const { database, log, clock = () => readClock(database), sleep = sleepFor } = deps;
  const alarm = createAlarm(database, log, deps.steadyClock ?? (() => performance.now()));
  const failures = createRecentFailures();
  const work = { ...deps, clock, sleep, alarm, failures, stopped: stopping.signal };
  const post: Post = { lease: undefined, renewedAt: -Infinity, untidy: true };
  let running: Promise<unknown> = Promise.resolve();
  return {
    async runPass() {
      await keepBooks(work);
      return deliver(work, post);
    },
    start() {
      running = Promise.all([
        repeat(work, () => keepBooks(work)),
        repeat(work, () => deliverTidily(work, post)),
      ]);
    },
    async stop() {
      stopping.abort();
      await running;
      await leavePost(work, post);
    },
  };
}

type Work = Omit<CourierDeps, "clock" | "sleep"> & {
  clock: () => Promise<number>;
  sleep: Sleep;
  stopped: AbortSignal;
  alarm: ReturnType<typeof createAlarm>;
  failures: RecentFailures;
};
type Post = {
  lease: Lease | undefined;
  renewedAt: number;
  /** Leads may be marked as in hand that nobody has in hand: by a courier that is gone, or a pass that broke off. */
  untidy: boolean;
};

/** The edge that catches: whatever breaks, the next pass starts from what the tables say. */
async function repeat(work: Work, pass: () => Promise<boolean>): Promise<void> {
  while (!work.stopped.aborted) {
    const more = await pass().catch((error) => {
      work.log.error({ error }, "The courier's pass broke off. It begins again in a second.");
      return false;
    });
    if (!more) await work.sleep(restMs, work.stopped);
  }
}

async function sleepFor(ms: number, stopped: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stopped }).catch(() => undefined);
}

async function keepBooks({ database, clock, sleep, stopped }: Work): Promise<boolean> {
  await settleSubmissions(database, await clock(), async (workedMs) => {
    await sleep(restPerWork * workedMs, stopped);
    return !stopped.aborted;
  });
  return false;
}

async function deliverTidily(work: Work, post: Post): Promise<boolean> {
  try {
    return await deliver(work, post);
  } catch (error) {
    post.untidy = true;
    throw error;
  }
}

/** Says whether there is more to do at once. */
async function deliver(work: Work, post: Post): Promise<boolean> {
  const { database, clock, delivery, alarm } = work;
  // One that cannot deliver must not hold the lease; that leads wait, it can say.
  const lease = delivery && (await holdLease(work, post));
  if (delivery === undefined || lease !== undefined) await alarm(await clock());
  if (delivery === undefined || lease === undefined) return false;
  const { activeCampaign, target } = delivery;
  const call = repeating(createCaller({ ...work, activeCampaign, lease }));
  for (let steps = 1; steps <= stepsPerPass; steps += 1) {
    const lane = await readLane(database);
    const startedAt = await clock();
    if (work.stopped.aborted || !isOpen(lane, startedAt)) return false;
    const order = { leadFirst: steps === stepsPerPass, probing: lane.closed !== undefined };
    const result = await takeStepIfAnswered({ ...work, call, target }, order);
    await react({ ...work, startedAt }, result);
    // Perhaps the lease is lost: the next pass asks for it first.
    if (result.kind === "interrupted") post.renewedAt = -Infinity;
    if (result.kind === "nothing" || result.kind === "interrupted") return false;
  }
  return true;
}

/** A closed way is looked at without a lead first: none is tried in vain, and a bad one cannot keep the way closed. */
async function takeStepIfAnswered(deps: StepDeps, order: Order): Promise<StepResult> {
  if (!order.probing) return takeStep(deps, order);
  const subject = "account";
  const account = await askAccount(deps.call);
  if (account.kind !== "answers") return { ...account, subject };
  const result = await takeStep(deps, order);
  return result.kind === "nothing" ? { kind: "done", subject } : result;
}

async function holdLease(work: Work, post: Post): Promise<Lease | undefined> {
  const now = await work.clock();
  // Also when the clock was set, forward or back.
  const age = Math.abs(now - post.renewedAt);
  if (post.lease === undefined || age >= renewAfterMs) await renewLease(work, post, now);
  if (post.lease !== undefined && post.untidy) {
    await tidy(work.database, post.lease, now);
    post.untidy = false;
  }
  return post.lease;
}

async function renewLease({ database }: Work, post: Post, now: number): Promise<void> {
  const kept = post.lease !== undefined && (await keepLease(database, post.lease, now));
  if (!kept) {
    post.lease = await takeLease(database, now);
    post.untidy = true;
  }
  if (post.lease !== undefined) await bringNear(database, now);
  post.renewedAt = now;
}

/** Only as long as the lease is ours: what another courier has in hand is not ours to take. */
function tidy(database: Database, lease: Lease, now: number): Promise<void> {
  return database.transaction().execute(async (writing) => {
    if (await keepLease(writing, lease, now)) await takeOverClaims(writing, now);
  });
}

/** A store that is away keeps nobody from stopping: the lease runs out by itself. */
async function leavePost({ database, log }: Work, { lease }: Post): Promise<void> {
  try {
    if (lease !== undefined) await giveLeaseBack(database, lease);
  } catch (error) {
    log.warn({ error }, "The courier could not give its lease back: it runs out in half a minute.");
  }
}
