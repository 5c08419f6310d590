import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { readClock } from "#server/storage/connection/clock.ts";
import { readCircuit } from "#server/storage/courier/circuit.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import type { Database } from "#server/storage/tables.ts";
import type { ActiveCampaign } from "./active-campaign/client.ts";
import { createCaller, repeating, type Sleep } from "./active-campaign/rate-limited-client.ts";
import { createAlarm } from "./alarm.ts";
import { isOpen, react } from "./circuit-breaker.ts";
import type { Target } from "./deliver-lead.ts";
import { askAccount } from "./judge.ts";
import { createLeaseHolder, type LeaseHolder } from "./lease-holder.ts";
import { type Order, takeStep } from "./next-step.ts";
import { createProgress, type Progress } from "./progress.ts";
import { createRecentFailures, type RecentFailures } from "./recent-failures.ts";
import type { StepDeps, StepResult } from "./step.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Logger;
  /** Undefined: only the books are kept. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
  /** The database's own, unless a test turns it. */
  clock?: () => Promise<number>;
  /** In milliseconds; it only goes forward, also when the machine's clock is set. */
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
  const memory = { failures: createRecentFailures(), progress: createProgress(clock) };
  const work = { ...deps, clock, sleep, alarm, ...memory, stopped: stopping.signal };
  const holder = createLeaseHolder(database, log);
  let running: Promise<unknown> = Promise.resolve();
  return {
    async runPass() {
      await keepBooks(work);
      return deliver(work, holder);
    },
    start() {
      running = Promise.all([
        repeat(work, () => keepBooks(work)),
        repeat(work, () => deliverTidily(work, holder)),
      ]);
    },
    async stop() {
      stopping.abort();
      await running;
      await holder.leave();
    },
  };
}

type Work = Omit<CourierDeps, "clock" | "sleep"> & {
  clock: () => Promise<number>;
  sleep: Sleep;
  stopped: AbortSignal;
  alarm: ReturnType<typeof createAlarm>;
  failures: RecentFailures;
  progress: Progress;
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
  await deriveLeads(database, await clock(), async (workedMs) => {
    await sleep(restPerWork * workedMs, stopped);
    return !stopped.aborted;
  });
  return false;
}

async function deliverTidily(work: Work, holder: LeaseHolder): Promise<boolean> {
  try {
    return await deliver(work, holder);
  } catch (error) {
    holder.doubt();
    throw error;
  }
}

/** Says whether there is more to do at once. */
async function deliver(work: Work, holder: LeaseHolder): Promise<boolean> {
  const { database, clock, delivery, alarm } = work;
  // One that cannot deliver must not hold the lease; that leads wait, it can say.
  const lease = delivery && (await holder.hold(await clock()));
  if (delivery === undefined || lease !== undefined) await alarm(await clock());
  if (delivery === undefined || lease === undefined) return false;
  const { activeCampaign, target } = delivery;
  const call = repeating(createCaller({ ...work, activeCampaign, lease }), work.failures.repeated);
  for (let steps = 1; steps <= stepsPerPass; steps += 1) {
    const lane = await readCircuit(database);
    const startedAt = await clock();
    if (work.stopped.aborted || !isOpen(lane, startedAt)) return false;
    const order = { leadFirst: steps === stepsPerPass, probing: lane.tripped !== undefined };
    const result = await takeStepIfAnswered({ ...work, call, target }, order);
    await react({ ...work, startedAt }, result);
    // The lease may be lost, so the next pass asks for it first.
    if (result.kind === "interrupted") holder.doubt();
    if (result.kind === "nothing" || result.kind === "interrupted") return false;
  }
  return true;
}

/** On a closed way, first asks a question that holds no lead: a bad lead could keep the way closed. */
async function takeStepIfAnswered(deps: StepDeps, order: Order): Promise<StepResult> {
  if (!order.probing) return takeStep(deps, order);
  const subject = "account";
  const account = await askAccount(deps.call);
  if (account.kind !== "answers") return { ...account, subject };
  const result = await takeStep(deps, order);
  return result.kind === "nothing" ? { kind: "done", subject } : result;
}
