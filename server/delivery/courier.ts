import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import { type ActiveCampaign, connectActiveCampaign } from "#server/active-campaign/client.ts";
import type { Target } from "#server/active-campaign/contact.ts";
import { createFieldIds } from "#server/active-campaign/fields.ts";
import {
  courierPerSecond,
  courierPerSecondBesideCommand,
  createPace,
  createPacedClient,
} from "#server/active-campaign/paced-client.ts";
import { createTagIds } from "#server/active-campaign/tags.ts";
import type { ServerContext } from "#server/context.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import {
  commandKnownMs,
  createCourierLease,
  type Due,
  findWork,
  readCourierState,
} from "#server/store/courier.ts";
import { deriveBatch } from "#server/store/derive-leads.ts";
import { removeNextPerson, tagNextEntry } from "./contacts.ts";
import { deliverNextLead } from "./deliver-lead.ts";
import {
  askAccount,
  type CourierContext,
  decide,
  type Memory,
  recordAccount,
  type Step,
  type Work,
} from "./failure-policy.ts";
import { checkNextImport, sendNextImport } from "./imports.ts";

/** Undefined if the settings for ActiveCampaign are missing: leads are derived and kept, but not delivered. */
export type Delivery = { activeCampaign: ActiveCampaign; target: Target } | undefined;

function connectDelivery({ config, fetch, steadyClock }: ServerContext): Delivery {
  const settings = config.activeCampaign;
  if (settings === undefined) return undefined;
  const ids = { tagIds: createTagIds(), fieldIds: createFieldIds(steadyClock) };
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  return { activeCampaign, target: { ...settings, ...ids } };
}

const secondMs = 1_000;
/** The courier's wait after a pass that found no work. */
export const idleMs = secondMs;

/**
 * The courier of a server, as a job that runs until the server stops. Every server process has a courier. All couriers
 * derive leads, but only the one with the lease in the store delivers.
 */
export function courierJob(server: ServerContext) {
  const { sleep } = server;
  const delivery = connectDelivery(server);
  return {
    name: "courier",
    everyMs: idleMs,
    async run(stopped: AbortSignal) {
      const courier = createCourier(server, delivery, stopped);
      while (!stopped.aborted) await sleep(await courier.pass(), stopped);
      await courier.end();
    },
  };
}

export type Courier = {
  /**
   * Derives up to ten batches of leads and takes one step of the deliveries. Returns for how long to wait, in
   * milliseconds: 0 if there may be more to do at once, `idleMs` if there is nothing to do. Catches every error: the
   * next pass starts again from the rows in the tables.
   */
  pass(): Promise<number>;
  /** Gives the courier's lease back, so that another process can deliver. */
  end(): Promise<void>;
};

/**
 * How often a request that fails by chance is repeated at once: without this, one bad answer of four would fail the
 * whole lead.
 */
const maxRepeats = 3;
/** How many batches of leads one pass derives: enough for the next import, which takes 250 leads at most. */
const batchesPerPass = 10;
/**
 * Between two batches of leads the courier waits this many times as long as the batch before took, so that storing
 * sign-ups is not delayed.
 */
const gapPerWork = 19;
const maxGapMs = 50;

/** `stopped` interrupts the courier's request that is under way. */
export function createCourier(
  server: CourierContext,
  delivery: Delivery,
  stopped: AbortSignal,
): Courier {
  const { database, log, clock, steadyClock, sleep } = server;
  const told = createPerSecond(server);
  const turns = createPace(told.perSecond, steadyClock);
  const waitASecond = () => sleep(secondMs, stopped);
  const lease = createCourierLease({ database, steadyClock, waitASecond });
  const memory: Memory = { refused: new Set(), uselessInARow: 0, lastKind: 0 };

  async function derive(): Promise<number> {
    let gapMs = 0;
    for (let batch = 0; batch < batchesPerPass; batch += 1) {
      if (batch > 0) await sleep(gapMs, stopped);
      if (stopped.aborted) return idleMs;
      const startedAt = steadyClock();
      const { isFull } = await deriveBatch(database, clock());
      if (!isFull) return idleMs;
      gapMs = Math.min(gapPerWork * (steadyClock() - startedAt), maxGapMs);
    }
    return gapMs;
  }

  /** Takes one step of the deliveries; false if there is nothing to do at once. */
  async function deliver(): Promise<boolean> {
    // Without settings for ActiveCampaign a courier does not take the lease, so that a courier with settings can
    // deliver.
    if (delivery === undefined || !(await lease.hold(clock()))) return false;
    const startedAt = clock();
    const { courierState, due } = await findWork(database, startedAt);
    told.tell(courierState.commandUntil);
    const isResting = courierState.pausedAt !== undefined || courierState.restUntil > startedAt;
    if (stopped.aborted || isResting) return false;
    const { activeCampaign, target } = delivery;
    const { maySend } = lease;
    const sending = { activeCampaign, turns, sleep, stopped, maySend, maxRepeats };
    const client = createPacedClient(sending);
    const work = { ...server, client, target, courierState, memory };
    const done =
      courierState.failing === undefined ? await step(work, due) : await probe(work, due);
    if (done === undefined) return false;
    await recordAccount(work, done.account, startedAt);
    if (done.account?.state !== "interrupted") return true;
    // This process may not send any more, perhaps because the lease is lost.
    lease.recoverNextTime();
    return false;
  }

  return {
    async pass() {
      try {
        const gapMs = await derive();
        return (await deliver()) ? 0 : gapMs;
      } catch (error) {
        const { alarm, message } = alarms.courierError;
        // A full disk is not our error, and has an alarm of its own.
        if (outageReason(error) !== undefined) log.warn({ error }, logLines.deliveriesWait);
        else log.error({ alarm, error }, message);
        lease.recoverNextTime();
        return idleMs;
      }
    },
    /**
     * A store that cannot be reached does not stop the shutdown, because the lease expires by itself. While another
     * connection keeps the tables of Postgres locked, this function waits, and so does a running pass, until the
     * process ends itself after ten seconds with code 1: nothing is lost, because the claims expire too.
     */
    end: () => lease.giveBack().catch((error) => log.warn({ error }, logLines.leaseNotReleased)),
  };
}

/** How many requests a second the courier may send: fewer while a command sends requests to ActiveCampaign too. */
function createPerSecond({ database, clock, steadyClock }: CourierContext) {
  let commandUntil = 0;
  let toldAt = -Infinity;
  const tell = (until: number) => {
    commandUntil = until;
    toldAt = steadyClock();
  };
  return {
    tell,
    async perSecond(): Promise<number> {
      if (steadyClock() - toldAt >= commandKnownMs)
        tell((await readCourierState(database)).commandUntil);
      return commandUntil > clock() ? courierPerSecondBesideCommand : courierPerSecond;
    },
  };
}

/**
 * Does the kinds of work in turn, so that no kind waits for ever. Only the tag of people who entered the class comes
 * last: the first e-mail after a sign-up must not wait for this tag.
 */
async function step(work: Work, due: Due): Promise<Step> {
  const { memory } = work;
  const kinds = [
    () => due.removal && removeNextPerson(work),
    () => due.import && sendNextImport(work),
    () => due.check && checkNextImport(work),
    () => due.delivery && deliverNextLead(work, Boolean(due.import)),
  ];
  for (let turn = 0; turn < kinds.length; turn += 1) {
    memory.lastKind = (memory.lastKind + 1) % kinds.length;
    const done = await kinds[memory.lastKind]?.();
    if (done) return done;
  }
  return due.entry ? tagNextEntry(work) : undefined;
}

/**
 * Asks the failing account, and then delivers a single lead before any other work: only a delivered lead ends a failure
 * by refused leads, and an import or a removal may be the very request that fails.
 */
async function probe(work: Work, due: Due): Promise<Step> {
  const account = await askAccount(work.client);
  if (account !== undefined) return { account };
  const lead = await deliverNextLead(work, false);
  if (lead !== undefined) return lead;
  const other = await step(work, { ...due, import: false, delivery: false });
  return other ?? decide(work, { kind: "done", body: undefined }, undefined);
}
