import { alarms } from "#phrases/alarms.ts";
import { askAccount, type DeliveryFailure } from "#server/active-campaign/answers.ts";
import type { ActiveCampaign } from "#server/active-campaign/client.ts";
import type { Target } from "#server/active-campaign/contact.ts";
import {
  courierPerSecond,
  createPace,
  createPacedClient,
  type PacedClient,
  readWith,
  type Sleep,
  withRepeats,
} from "#server/active-campaign/paced-client.ts";
import type { Log } from "#server/log.ts";
import type { Circuit } from "#server/store/courier/circuit.ts";
import { type Look, look } from "#server/store/courier/look.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/tables.ts";
import { createAlarm } from "./alarm.ts";
import { allowsStep, followResult } from "./circuit-breaker.ts";
import { deliverNextLead } from "./deliver-lead.ts";
import { checkNextImport, sendNextImport } from "./import-steps.ts";
import { createLeaseHolder } from "./lease-holder.ts";
import { removeNextPerson } from "./removal-step.ts";
import { sleepFor } from "./sleep.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Log;
  /** Undefined if the settings for ActiveCampaign are missing: leads are derived and kept, but not delivered. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
  /** The machine's clock, by which deliveries become due. */
  clock?: () => number;
  /** A clock in milliseconds that only goes forward, also when the machine's clock is set. */
  steadyClock?: () => number;
  sleep?: Sleep;
};

export type Courier = {
  start(): void;
  /** Interrupts the request under way, and gives the lease back. */
  stop(): Promise<void>;
};

/** Every server process has a courier. All couriers derive leads, but only the one with the lease in the store delivers. */
export function createCourier(deps: CourierDeps): Courier {
  const stopping = new AbortController();
  const { signal: stopped } = stopping;
  const { sleep = sleepFor } = deps;
  const passes = createPasses(deps, stopped);
  let running = Promise.resolve();
  async function run(): Promise<void> {
    while (!stopped.aborted) {
      const restMs = await passes.pass();
      if (restMs > 0) await sleep(restMs, stopped);
    }
  }
  return {
    start() {
      running = run();
    },
    async stop() {
      stopping.abort();
      await running;
      await passes.end();
    },
  };
}

export type Passes = {
  /** Takes or keeps the lease; false while another process is the courier. */
  hold(): Promise<boolean>;
  /**
   * Derives a batch of leads and takes one step of the deliveries. Returns for how long to rest, in milliseconds: 0 if
   * there may be more to do at once, `idleMs` if there is not.
   */
  pass(): Promise<number>;
  /** Gives the lease back. */
  end(): Promise<void>;
};

/** One unit of the courier's work: claims what is due, sends it to ActiveCampaign, and records the outcome. */
export type StepResult =
  | { kind: "nothing" }
  | { kind: "done" }
  /** A lead was delivered: ActiveCampaign accepts leads. */
  | { kind: "delivered" }
  | DeliveryFailure;

/** What a step works with. */
export type Work = {
  database: Database;
  clock: () => number;
  random: () => number;
  log: Log;
  client: PacedClient;
  target: Target;
  /** As it was before the step. A step of a tripped circuit is a probe. */
  circuit: Circuit;
  memory: {
    /** The leads that were refused since a lead was delivered. */
    refused: Set<number>;
    /** How many tries of leads in a row got no useful answer. */
    unanswered: number;
  };
};

const secondMs = 1_000;
/** The rest after a pass without work. */
export const idleMs = secondMs;
/**
 * After a batch of leads was derived, the courier rests this many times as long as that took, so that storing sign-ups
 * comes first. It still derives leads faster than ActiveCampaign takes them.
 */
const restPerWork = 19;
const maxBatchRestMs = 200;

export function createPasses(deps: CourierDeps, stopped: AbortSignal): Passes {
  const { database, log, delivery, random, sleep = sleepFor } = deps;
  const { clock = Date.now, steadyClock = () => performance.now() } = deps;
  const pace = createPace(courierPerSecond, steadyClock);
  const waitASecond = () => sleep(secondMs, stopped);
  const lease = createLeaseHolder({ database, log, steadyClock, waitASecond });
  const alarm = createAlarm(database, log, steadyClock);
  const memory: Work["memory"] = { refused: new Set(), unanswered: 0 };
  let lastStep = 0;

  async function derive(): Promise<number> {
    const startedAt = steadyClock();
    let isFull = false;
    await deriveLeads(database, clock(), () => {
      isFull = true;
      return Promise.resolve(false);
    });
    const restMs = Math.min(restPerWork * (steadyClock() - startedAt), maxBatchRestMs);
    return isFull ? restMs : idleMs;
  }

  /** False if there is nothing to do at once. */
  async function deliver(): Promise<boolean> {
    // Without settings for ActiveCampaign a courier does not take the lease, so that one with settings can deliver.
    if (delivery !== undefined && !(await lease.hold(clock()))) return false;
    await alarm(clock());
    if (delivery === undefined) return false;
    const startedAt = clock();
    const { circuit, due } = await look(database, startedAt);
    if (stopped.aborted || !allowsStep(circuit, startedAt)) return false;
    const { activeCampaign, target } = delivery;
    const guard = lease.whileHeld;
    const client = withRepeats(createPacedClient({ activeCampaign, pace, sleep, stopped, guard }));
    const work = { database, clock, random, log, client, target, circuit, memory };
    const result = circuit.tripped === undefined ? await step(work, due) : await probe(work, due);
    await followResult(work, result, startedAt);
    // An interrupted step may mean that the lease is lost.
    if (result.kind === "interrupted") lease.recoverNextTime();
    return result.kind !== "nothing" && result.kind !== "interrupted";
  }

  /** Takes the kinds of steps in turn, so that none keeps another waiting for ever. */
  async function step(work: Work, due: Look["due"]): Promise<StepResult> {
    const kinds = [
      () => due.removal && removeNextPerson(work),
      () => due.import && sendNextImport(work),
      () => due.check && checkNextImport(work),
      () => due.delivery && deliverNextLead(work, due.import),
    ];
    for (let turn = 0; turn < kinds.length; turn += 1) {
      lastStep = (lastStep + 1) % kinds.length;
      const result = await kinds[lastStep]?.();
      if (result && result.kind !== "nothing") return result;
    }
    return { kind: "nothing" };
  }

  /**
   * Asks the account, and then delivers a single lead before anything else: a lead alone could keep the circuit tripped,
   * and an import or a removal may be the very request that fails.
   */
  async function probe(work: Work, due: Look["due"]): Promise<StepResult> {
    const account = await askAccount(readWith(work.client));
    if (account.kind !== "answers") return account;
    const lead = await deliverNextLead(work, false);
    if (lead.kind !== "nothing") return lead;
    const other = await step(work, { ...due, import: false, delivery: false });
    return other.kind === "nothing" ? { kind: "done" } : other;
  }

  return {
    hold: () => lease.hold(clock()),
    /** Catches every error: the next pass starts again from the rows in the tables. */
    async pass() {
      try {
        const restMs = await derive();
        return (await deliver()) ? 0 : restMs;
      } catch (error) {
        const { alarm: name, message } = alarms.courierError;
        log.error({ alarm: name, error }, message);
        lease.recoverNextTime();
        return idleMs;
      }
    },
    end: () => lease.release(),
  };
}
