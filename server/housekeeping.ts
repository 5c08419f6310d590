import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { removeOld } from "#server/storage/retention.ts";
import type { Database } from "#server/storage/tables.ts";

export type HousekeepingDeps = {
  database: Database;
  log: Logger;
  clock: () => number;
  /** Undefined: only what the trap caught goes. */
  retentionDays: number | undefined;
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

/** Removes once an hour what has been kept long enough, for as long as the server runs. */
export function startHousekeeping(deps: HousekeepingDeps): Housekeeping {
  const stopping = new AbortController();
  const running = keepHouse(deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function keepHouse(deps: HousekeepingDeps, stopped: AbortSignal): Promise<void> {
  await rest(firstAfterMs, stopped);
  while (!stopped.aborted) {
    await tidyUp(deps, stopped);
    await rest(everyMs, stopped);
  }
}

/** One round. The edge that catches: whatever breaks, the next hour tries again. */
export async function tidyUp(deps: HousekeepingDeps, stopped: AbortSignal): Promise<void> {
  const { database, log, clock, retentionDays } = deps;
  const daysAgo = (days: number) => clock() - days * dayMs;
  const restUntil = retentionDays === undefined ? undefined : daysAgo(retentionDays);
  try {
    const goOn = () => rest(restMs, stopped).then(() => !stopped.aborted);
    const removed = await removeOld(database, { heldUntil: daysAgo(heldDays), restUntil }, goOn);
    if (removed.held + removed.signUps + removed.leads > 0)
      log.info(removed, "What had been kept long enough was removed.");
  } catch (error) {
    log.error({ error }, "Removing what had been kept long enough broke off; it is tried again.");
  }
}

async function rest(ms: number, stopped: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopped, ref: false }).catch(() => undefined);
}
