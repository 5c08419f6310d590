import { minuteMs } from "#event/time-zone.ts";
import { alarms, alarmsOver } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { DeliveryFailure } from "#server/active-campaign/answer-outcomes.ts";
import {
  type ActiveCampaign,
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "#server/active-campaign/client.ts";
import { removeContact, type Target, tagEntered } from "#server/active-campaign/contact.ts";
import { createFieldIds } from "#server/active-campaign/fields.ts";
import {
  courierPerSecond,
  createPace,
  createPacedClient,
  type PacedClient,
} from "#server/active-campaign/paced-client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import type { Log } from "#server/log.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import {
  type Circuit,
  type CourierWork,
  createLease,
  findWork,
  readCircuit,
} from "#server/store/courier/circuit.ts";
import { dueEntry, setTagDue } from "#server/store/deliveries/deliveries.ts";
import { alarmAfterMs, findUndelivered, waitedMs } from "#server/store/deliveries/progress.ts";
import { claimRemoval, endRemoval, removeLater } from "#server/store/erasure/erasure.ts";
import { deriveBatch } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/row-types.ts";
import { type Sleep, sleepFor } from "#server/waiting.ts";
import { allowsStep, askAccount, followResult, tryLater } from "./circuit-breaker.ts";
import { deliverNextLead } from "./deliver-lead.ts";
import { checkNextImport, sendNextImport } from "./imports.ts";

export type CourierDeps = {
  database: Database;
  random: () => number;
  log: Log;
  delivery: Delivery;
  /** The machine's clock, by which deliveries become due. */
  clock: () => number;
  /** A clock in milliseconds that only goes forward, also when the machine's clock is set. */
  steadyClock?: () => number;
  sleep?: Sleep;
};

/** Undefined if the settings for ActiveCampaign are missing: leads are derived and kept, but not delivered. */
export type Delivery = { activeCampaign: ActiveCampaign; target: Target } | undefined;

export function connectDelivery(settings: ActiveCampaignSettings | undefined): Delivery {
  if (settings === undefined) return undefined;
  const { list, tags, nextTags, enteredTag } = settings;
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  const ids = { tagIds: createTagIds(), fieldIds: createFieldIds() };
  return { activeCampaign, target: { list, tags, nextTags, enteredTag, ...ids } };
}

const secondMs = 1_000;
/** The rest after a pass without work. */
export const idleMs = secondMs;

/**
 * The courier of a server, as a job that runs until the server stops. Every server process has a courier. All couriers
 * derive leads, but only the one with the lease in the store delivers.
 */
export function courierJob(deps: CourierDeps) {
  const { sleep = sleepFor } = deps;
  return {
    name: "courier",
    everyMs: idleMs,
    async run(stopped: AbortSignal) {
      const courier = createCourier(deps, stopped);
      while (!stopped.aborted) await sleep(await courier.pass(), stopped);
      await courier.end();
    },
  };
}

export type Courier = {
  /**
   * Derives up to ten batches of leads and takes one step of the deliveries. Returns for how long to rest, in
   * milliseconds: 0 if there may be more to do at once, `idleMs` if there is not. Catches every error: the next pass starts
   * again from the rows in the tables.
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
    /** Which kind of step was taken last. */
    lastKind: number;
  };
};

/** A request that fails by chance is repeated at once: else one bad answer of four would fail the whole lead. */
const maxRepeats = 3;
/** Enough for the next import, which takes 250 leads at most. */
const batchesPerPass = 10;
/**
 * Between two batches of leads the courier rests this many times as long as the first of them took, so that storing
 * sign-ups comes first.
 */
const restPerWork = 19;
const maxBatchRestMs = 50;

/** `stopped` interrupts the request under way. */
export function createCourier(deps: CourierDeps, stopped: AbortSignal): Courier {
  const { database, log, delivery, random, clock, sleep = sleepFor } = deps;
  const { steadyClock = () => performance.now() } = deps;
  const pace = createPace(courierPerSecond, steadyClock);
  const waitASecond = () => sleep(secondMs, stopped);
  const lease = createLease({ database, steadyClock, waitASecond });
  const alarm = createAlarm(database, log, steadyClock);
  const memory: Work["memory"] = { refused: new Set(), unanswered: 0, lastKind: 0 };

  async function derive(): Promise<number> {
    let restMs = 0;
    for (let batch = 0; batch < batchesPerPass; batch += 1) {
      if (batch > 0) await sleep(restMs, stopped);
      if (stopped.aborted) return idleMs;
      const startedAt = steadyClock();
      const { isFull } = await deriveBatch(database, clock());
      if (!isFull) return idleMs;
      restMs = Math.min(restPerWork * (steadyClock() - startedAt), maxBatchRestMs);
    }
    return restMs;
  }

  /** False if there is nothing to do at once. */
  async function deliver(): Promise<boolean> {
    // Without settings for ActiveCampaign a courier does not take the lease, so that one with settings can deliver.
    if (delivery !== undefined && !(await lease.hold(clock()))) return false;
    await alarm(clock());
    if (delivery === undefined) return false;
    const startedAt = clock();
    const { circuit, due } = await findWork(database, startedAt);
    if (stopped.aborted || !allowsStep(circuit, startedAt)) return false;
    const { activeCampaign, target } = delivery;
    const { maySend } = lease;
    const sending = { activeCampaign, pace, sleep, stopped, maySend, maxRepeats };
    const client = createPacedClient(sending);
    const work = { database, clock, random, log, client, target, circuit, memory };
    const result = circuit.tripped === undefined ? await step(work, due) : await probe(work, due);
    await followResult(work, result, startedAt);
    // An interrupted step may mean that the lease is lost.
    if (result.kind === "interrupted") lease.recoverNextTime();
    return result.kind !== "nothing" && result.kind !== "interrupted";
  }

  return {
    async pass() {
      try {
        const restMs = await derive();
        return (await deliver()) ? 0 : restMs;
      } catch (error) {
        const { alarm: name, message } = alarms.courierError;
        // A full disk is no error of ours, and has an alarm of its own.
        if (outageReason(error) !== undefined) log.warn({ error }, logLines.deliveriesWait);
        else log.error({ alarm: name, error }, message);
        lease.recoverNextTime();
        return idleMs;
      }
    },
    /**
     * A store that cannot be reached does not stop the shutdown, because the lease expires by itself. While another
     * connection keeps the tables of Postgres locked, this waits, as a pass under way does, until the process ends
     * itself after ten seconds with code 1: nothing is lost, because the claims expire too.
     */
    end: () => lease.giveBack().catch((error) => log.warn({ error }, logLines.leaseNotReleased)),
  };
}

/**
 * Takes the kinds of steps in turn, so that none keeps another waiting for ever. Only the tag of who entered comes last: the
 * first e-mail of a sign-up cannot wait for it.
 */
async function step(work: Work, due: CourierWork["due"]): Promise<StepResult> {
  const { memory } = work;
  const kinds = [
    () => due.removal && removeNextPerson(work),
    () => due.import && sendNextImport(work),
    () => due.check && checkNextImport(work),
    () => due.delivery && deliverNextLead(work, due.import),
  ];
  for (let turn = 0; turn < kinds.length; turn += 1) {
    memory.lastKind = (memory.lastKind + 1) % kinds.length;
    const result = await kinds[memory.lastKind]?.();
    if (result && result.kind !== "nothing") return result;
  }
  return due.entry ? tagNextEntry(work) : { kind: "nothing" };
}

/**
 * Asks the account, and then delivers a single lead before anything else: a lead alone could keep the circuit tripped,
 * and an import or a removal may be the very request that fails.
 */
async function probe(work: Work, due: CourierWork["due"]): Promise<StepResult> {
  const trouble = await askAccount(work.client);
  if (trouble !== undefined) return trouble;
  const lead = await deliverNextLead(work, false);
  if (lead.kind !== "nothing") return lead;
  const other = await step(work, { ...due, import: false, delivery: false });
  return other.kind === "nothing" ? { kind: "done" } : other;
}

/**
 * Writes an error to the log once a minute while leads wait for too long or the circuit is tripped, and one line when
 * neither is the case any more. Counts the minutes by a clock that only goes forward.
 */
function createAlarm(database: Database, log: Log, steadyClock: () => number) {
  let nextCheckAt = -Infinity;
  let alarmed = false;
  return async (now: number): Promise<void> => {
    if (steadyClock() < nextCheckAt) return;
    nextCheckAt = steadyClock() + minuteMs;
    const { tripped, pausedAt } = await readCircuit(database);
    const { count, oldestAt } = await findUndelivered(database);
    const waitMs = waitedMs(oldestAt, now);
    const wasAlarmed = alarmed;
    alarmed = tripped !== undefined || waitMs > alarmAfterMs;
    if (alarmed) {
      const { alarm, message } = alarms.leadsWait;
      const oldestMinutes = Math.floor(waitMs / minuteMs);
      const paused = pausedAt !== undefined;
      const state = { waiting: count, oldestMinutes, tripped: tripped?.reason, paused };
      log.error({ alarm, ...state }, message);
    } else if (wasAlarmed) {
      const { alarmOver, message } = alarmsOver.leadsWait;
      log.info({ alarmOver }, message);
    }
  };
}

/** Removes one erased person at ActiveCampaign. */
async function removeNextPerson(work: Work): Promise<StepResult> {
  const { database, clock, client, log } = work;
  const removal = await claimRemoval(database, clock());
  if (removal === undefined) return { kind: "nothing" };
  const outcome = await removeContact(client, removal);
  if (outcome.kind === "removed") {
    if (outcome.leftOther) log.warn(logLines.otherContactKept);
    await endRemoval(database, removal, clock());
    return { kind: "done" };
  }
  return tryLater(work, outcome, {
    line: logLines.removalFailed,
    since: removal.queuedAt,
    tryAt: (dueAt) => removeLater(database, removal, dueAt),
  });
}

/**
 * Gives one person who entered the class the tag for it. The delivery stays as it is: a late tag is no late lead. A contact
 * that is no longer at ActiveCampaign gets none.
 */
async function tagNextEntry(work: Work): Promise<StepResult> {
  const { database, clock, client, target } = work;
  const entry = await dueEntry(database, clock());
  if (entry === undefined) return { kind: "nothing" };
  const outcome = await tagEntered(client, target, entry);
  if (outcome.kind === "done") {
    await setTagDue(database, entry, null);
    return outcome;
  }
  return tryLater(work, outcome, {
    line: logLines.entryNotTagged,
    since: entry.at,
    tryAt: (dueAt) => setTagDue(database, entry, dueAt),
  });
}
