import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { settleSubmissions } from "#server/storage/bookkeeper.ts";
import { type Claim, claimDue, recordDelivery } from "#server/storage/deliveries.ts";
import type { Database } from "#server/storage/tables.ts";
import type { ActiveCampaign } from "./active-campaign.ts";
import { deliverLead, type Target } from "./deliver-lead.ts";
import type { Outcome } from "./outcome.ts";
import { recordOf } from "./record-outcome.ts";

export type CourierDeps = {
  database: Database;
  clock: () => number;
  random: () => number;
  log: Logger;
  /** Undefined: only the books are kept. */
  delivery: { activeCampaign: ActiveCampaign; target: Target } | undefined;
};

export type Courier = {
  /** Says whether there is more to do at once. */
  runPass(): Promise<boolean>;
  start(): void;
  stop(): Promise<void>;
};

const restMs = 1_000;
const probeEveryMs = 60_000;
/** After so many the books are kept again, however long the queue is. */
const deliveriesPerPass = 10;

export function createCourier(deps: CourierDeps): Courier {
  const stopping = new AbortController();
  const lane: Lane = { opensAt: 0, stopped: stopping.signal };
  let running = Promise.resolve();
  return {
    runPass: () => runPass(deps, lane),
    start() {
      running = runUntilStopped(deps, lane);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Signing up comes first: the books take a tenth of the time at the most. */
const restPerWork = 9;

async function restFromBooks(workedMs: number, stopped: AbortSignal): Promise<boolean> {
  await sleep(restPerWork * workedMs);
  return !stopped.aborted;
}

type Lane = { opensAt: number; stopped: AbortSignal };

async function runUntilStopped(deps: CourierDeps, lane: Lane): Promise<void> {
  while (!lane.stopped.aborted) {
    const more = await runPassSafely(deps, lane);
    if (!more) await rest(lane.stopped);
  }
}

/** The edge that catches: whatever breaks, the next pass starts from what the tables say. */
async function runPassSafely(deps: CourierDeps, lane: Lane): Promise<boolean> {
  try {
    return await runPass(deps, lane);
  } catch (error) {
    deps.log.error({ error }, "The courier's pass broke off. It begins again in a second.");
    return false;
  }
}

async function rest(stopped: AbortSignal): Promise<void> {
  await sleep(restMs, undefined, { signal: stopped }).catch(() => undefined);
}

async function runPass(deps: CourierDeps, lane: Lane): Promise<boolean> {
  await settleSubmissions(deps.database, deps.clock(), (workedMs) =>
    restFromBooks(workedMs, lane.stopped),
  );
  for (let tries = 0; tries < deliveriesPerPass; tries += 1) {
    if (lane.stopped.aborted || deps.clock() < lane.opensAt) return false;
    const outcome = await deliverNext(deps, lane);
    if (outcome === undefined || isLaneTrouble(outcome)) return false;
  }
  return true;
}

/** Undefined when nothing is due, or there is nowhere to deliver to. */
async function deliverNext(deps: CourierDeps, lane: Lane): Promise<Outcome | undefined> {
  const { delivery, database, clock, random } = deps;
  if (delivery === undefined) return undefined;
  const claim = await claimDue(database, clock());
  if (claim === undefined) return undefined;
  const outcome = await deliverLead(
    (call) => delivery.activeCampaign(call, lane.stopped),
    delivery.target,
    claim.lead,
  );
  const now = clock();
  await recordDelivery(database, claim, recordOf(outcome, claim, { now, random }), now);
  react(deps, lane, { claim, outcome });
  return outcome;
}

function react(
  { log, clock }: CourierDeps,
  lane: Lane,
  { claim, outcome }: { claim: Claim; outcome: Outcome },
): void {
  const about = { lead: claim.leadId, outcome };
  switch (outcome.kind) {
    case "delivered":
      break;
    case "retry-later":
      log.warn(about, "A delivery failed and will be tried again.");
      break;
    case "parked":
      log.error(about, "A delivery was refused and waits for the operator.");
      break;
    case "lane-paused":
      lane.opensAt = clock() + outcome.pauseMs;
      log.warn(about, "ActiveCampaign asked for a pause.");
      break;
    case "lane-closed":
      lane.opensAt = clock() + probeEveryMs;
      log.error(about, "ActiveCampaign refuses us: check ACTIVECAMPAIGN_URL and _TOKEN.");
  }
}

/** After these the next lead would fare no better. */
function isLaneTrouble({ kind }: Outcome): boolean {
  return kind === "lane-closed" || kind === "lane-paused" || kind === "retry-later";
}
