import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { type Removed, removeOld } from "./storage/erasure/retention.ts";
import { readTrustedTime, saveTrustedTime } from "./storage/erasure/trusted-clock.ts";
import type { Database } from "./storage/tables.ts";

export type RetentionJobDeps = {
  database: Database;
  log: Logger;
  clock: () => number;
  /** Undefined: only what the trap caught goes. */
  retentionDays: number | undefined;
  /** Only goes forward, also when the machine's clock is set. */
  monotonicMs?: () => number;
};

export type Housekeeping = { stop(): Promise<void> };

/** What `docs/privacy.md` and the policy in `content/privacy.ts` promise. */
export const heldDays = 30;

const everyMs = 60 * 60_000;
/** A server that has just started has visitors waiting. */
const firstAfterMs = 60_000;
/** Between two batches: signing up comes first. */
const restMs = 50;
const dayMs = 24 * 60 * 60_000;
/** When more time than this has passed since the last look, the clock has jumped or no server ran. */
const believableMs = 2 * dayMs;

/** Since when the clock is doubted, in time that only goes forward. */
type Doubt = { sinceMs?: number | undefined };

/** Removes once an hour what has been kept long enough, for as long as the server runs. */
export function startRetentionJob(deps: RetentionJobDeps): Housekeeping {
  const stopping = new AbortController();
  const running = keepHouse(deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function keepHouse(deps: RetentionJobDeps, stopped: AbortSignal): Promise<void> {
  const doubt: Doubt = {};
  await rest(firstAfterMs, stopped);
  while (!stopped.aborted) {
    await runRetention(deps, stopped, doubt);
    await rest(everyMs, stopped);
  }
}

/** One round. The edge that catches: whatever breaks, the next hour tries again. */
export async function runRetention(
  deps: RetentionJobDeps,
  stopped: AbortSignal,
  doubt: Doubt = {},
): Promise<void> {
  const { database, log, clock, retentionDays } = deps;
  const daysAgo = (days: number) => clock() - days * dayMs;
  const restUntil = retentionDays === undefined ? undefined : daysAgo(retentionDays);
  try {
    if (!(await believesClock(deps, doubt))) return;
    const goOn = () => rest(restMs, stopped).then(() => !stopped.aborted);
    tell(log, await removeOld(database, { heldUntil: daysAgo(heldDays), restUntil }, goOn));
  } catch (error) {
    log.error({ error }, "Removing what had been kept long enough broke off; it is tried again.");
  }
}

/**
 * Says whether to trust the clock: one that jumped a year ahead would remove every lead. A jump is believed only after two
 * more days, in which the log tells the operator to correct the clock.
 */
async function believesClock(deps: RetentionJobDeps, doubt: Doubt): Promise<boolean> {
  const { database, log, clock, monotonicMs = () => performance.now() } = deps;
  const now = clock();
  const last = (await readTrustedTime(database)) ?? now;
  doubt.sinceMs = now > last + believableMs ? (doubt.sinceMs ?? monotonicMs()) : undefined;
  if (doubt.sinceMs !== undefined && monotonicMs() - doubt.sinceMs < believableMs) {
    log.error(
      { now, last },
      "The clock has jumped ahead, or no server ran: nothing is removed yet.",
    );
    return false;
  }
  await saveTrustedTime(database, now);
  return true;
}

function tell(log: Logger, removed: Removed): void {
  if (removed.undelivered > 0)
    log.error(removed, "Old leads were removed that ActiveCampaign never got.");
  else if (removed.held + removed.signUps + removed.leads > 0)
    log.info(removed, "What had been kept long enough was removed.");
}

async function rest(ms: number, stopped: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopped, ref: false }).catch(() => undefined);
}
