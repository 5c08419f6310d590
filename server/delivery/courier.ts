import { setTimeout } from "node:timers/promises";
import type { Logger } from "pino";
import { alarms } from "#phrases/alarms.ts";
import { readClock } from "#server/storage/connection/clock.ts";
import { readCircuit } from "#server/storage/courier/circuit.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import type { Database } from "#server/storage/tables.ts";
import type { ActiveCampaign } from "./active-campaign/client.ts";
import {
  createPacedClient,
  readWith,
  type Sleep,
  withRepeats,
} from "./active-campaign/paced-client.ts";
import { probeAccount } from "./active-campaign/probe-account.ts";
import { createAlarm } from "./alarm.ts";
import { allowsStep, updateCircuit } from "./circuit-breaker.ts";
import { createEarlierTries, type EarlierTries } from "./earlier-tries.ts";
import { createLeaseHolder, type LeaseHolder } from "./lease-holder.ts";
import { type StepOrder, takeNextStep } from "./next-step.ts";
import { createRecentFailures, type RecentFailures } from "./recent-failures.ts";
import type { StepDeps, StepResult, Target } from "./step.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Logger;
  /** Undefined if the settings for ActiveCampaign are missing: leads are derived and kept, but not delivered. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
  /** The database's clock, unless a test brings its own. */
  clock?: () => Promise<number>;
  /** A clock in milliseconds that only goes forward, also when the machine's clock is set. */
  steadyClock?: () => number;
  sleep?: Sleep;
  /** Waits between two passes of a loop when the loop has found no more work: for a second, unless a test ends the wait. */
  rest?: (stopped: AbortSignal) => Promise<void>;
};

export type Courier = { start(): void; stop(): Promise<void> };

const restMs = 1_000;
const stepsPerPass = 4;
/**
 * After its work, the loop that derives leads rests this many times as long as it worked, so that storing sign-ups
 * comes first. It still derives leads three times as fast as ActiveCampaign takes them.
 */
const restPerWork = 19;

/**
 * Every server process has a courier with two loops side by side: one derives leads, the other delivers them. All couriers
 * derive, but only the courier with the lease in the database delivers.
 */
export function createCourier(deps: CourierDeps): Courier {
  const stopping = new AbortController();
  const { database, log, clock = () => readClock(database), sleep = sleepFor } = deps;
  const { rest = (stopped) => sleep(restMs, stopped) } = deps;
  const alarm = createAlarm(database, log, deps.steadyClock ?? (() => performance.now()));
  const memory = { failures: createRecentFailures(), earlierTries: createEarlierTries(clock) };
  const work = { ...deps, clock, sleep, rest, alarm, ...memory, stopped: stopping.signal };
  const holder = createLeaseHolder(database, log);
  let running: Promise<unknown> = Promise.resolve();
  return {
    start() {
      running = Promise.all([
        repeat(work, () => derive(work)),
        repeat(work, () => deliver(work, holder)),
      ]);
    },
    async stop() {
      stopping.abort();
      await running;
      await holder.release();
    },
  };
}

async function sleepFor(ms: number, stopped: AbortSignal): Promise<void> {
  await setTimeout(ms, undefined, { signal: stopped }).catch(() => undefined);
}

type Work = Required<Omit<CourierDeps, "steadyClock" | "delivery">> & {
  delivery: CourierDeps["delivery"];
  stopped: AbortSignal;
  alarm: ReturnType<typeof createAlarm>;
  failures: RecentFailures;
  earlierTries: EarlierTries;
};

/** Repeats the passes of a loop, and catches every error of a pass: the next pass starts again from the rows in the tables. */
async function repeat(work: Work, pass: () => Promise<boolean>): Promise<void> {
  while (!work.stopped.aborted) {
    const hasMore = await pass().catch((error) => {
      const { alarm, message } = alarms.courierError;
      work.log.error({ alarm, error }, message);
      return false;
    });
    if (!hasMore) await work.rest(work.stopped);
  }
}

async function derive({ database, clock, sleep, stopped }: Work): Promise<boolean> {
  await deriveLeads(database, await clock(), async (workedMs) => {
    await sleep(restPerWork * workedMs, stopped);
    return !stopped.aborted;
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

/** Takes a few steps of deliveries. Returns true if more steps may be possible at once. */
async function takeSteps(work: Work, holder: LeaseHolder): Promise<boolean> {
  const { database, clock, delivery, alarm } = work;
  // A courier without settings for ActiveCampaign does not take the lease, so that a courier with settings can deliver,
  // but it still reports leads that wait.
  const lease = delivery && (await holder.hold(await clock()));
  if (delivery === undefined || lease !== undefined) await alarm(await clock());
  if (delivery === undefined || lease === undefined) return false;
  const { activeCampaign, target } = delivery;
  const limited = createPacedClient({ ...work, activeCampaign, lease });
  const client = withRepeats(limited, work.failures.noteRepeat);
  for (let steps = 1; steps <= stepsPerPass; steps += 1) {
    const circuit = await readCircuit(database);
    const startedAt = await clock();
    if (work.stopped.aborted || !allowsStep(circuit, startedAt)) return false;
    const order = { leadFirst: steps === stepsPerPass, probing: circuit.tripped !== undefined };
    const result = await takeStep({ ...work, client, target }, order);
    await updateCircuit({ ...work, startedAt }, result);
    // An interrupted step may mean that the lease is lost, so the next pass renews the lease first.
    if (result.kind === "interrupted") holder.checkNextTime();
    if (result.kind === "nothing" || result.kind === "interrupted") return false;
  }
  return true;
}

/** While the circuit is tripped, probes the account before a step, because a bad lead alone could keep the circuit tripped. */
async function takeStep(deps: StepDeps, order: StepOrder): Promise<StepResult> {
  if (!order.probing) return takeNextStep(deps, order);
  const account = await probeAccount(readWith(deps.client));
  if (account.kind !== "answers") return { ...account, subject: "account" };
  const result = await takeNextStep(deps, order);
  return result.kind === "nothing" ? { kind: "done", subject: "account" } : result;
}
