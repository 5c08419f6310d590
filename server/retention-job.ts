import { logLines } from "#phrases/log-lines.ts";
import { sleepFor } from "#server/delivery/sleep.ts";
import { removeOldCounts } from "#server/store/counts/remove-counts.ts";
import { retentionEveryMs, saveTrustedTime } from "#server/store/erasure/trusted-clock.ts";
import { removeOldDeeds } from "#server/store/panel/deeds.ts";
import { removeOldKeys } from "#server/store/panel/panel-keys.ts";
import type { Log } from "./log.ts";
import {
  type ClockJump,
  nowIfAsInStore,
  nowUnlessJumped,
  type RetentionClock,
} from "./retention-clock.ts";
import { type Removed, removeExpired } from "./store/erasure/remove-expired.ts";

export type RetentionJobDeps = RetentionClock & {
  /** How many days sign-ups are kept. If undefined, only held sign-ups are removed. */
  retentionDays: number | undefined;
};

/** How many days held sign-ups are kept, as promised in `docs/privacy.md` and in the policy (`content/privacy.ts`). */
export const heldDays = 30;

/** How many days counts of visits are kept, as promised in the same two places. */
export const countDays = 400;

/** How many days the keys of the panel are kept: longer than any session lasts. */
const keyDays = 2;
/** How many days it is kept what was done from the panel. */
const deedDays = 400;
/**
 * The milliseconds from the start of the server to the first removal of old sign-ups: a server that has just started
 * must first answer waiting visitors.
 */
const firstAfterMs = 60_000;
/** The milliseconds between two batches of removed rows, in which the database can store new sign-ups. */
const restMs = 50;
const dayMs = 24 * 60 * 60_000;

/** Removes old sign-ups and leads once an hour, while the server runs. */
export function startRetentionJob(deps: RetentionJobDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const running = repeatRetention(deps, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function repeatRetention(deps: RetentionJobDeps, stopped: AbortSignal): Promise<void> {
  const jump: ClockJump = {};
  await rest(firstAfterMs, stopped);
  while (!stopped.aborted) {
    await runRetention(deps, stopped, jump);
    await rest(retentionEveryMs, stopped);
  }
}

/** Removes old sign-ups and leads once, if the clock has not jumped. */
export function runRetention(
  deps: RetentionJobDeps,
  stopped: AbortSignal,
  jump: ClockJump = {},
): Promise<void> {
  return removeAt(() => nowUnlessJumped(deps, jump), deps, stopped);
}

/**
 * Removes old sign-ups once, on a platform on which no process lives for two days. The clock is trusted if it agrees
 * with the clock of the store, which is on another machine.
 */
export function runRetentionInTick(deps: RetentionJobDeps, stopped: AbortSignal): Promise<void> {
  return removeAt(() => nowIfAsInStore(deps), deps, stopped);
}

/** Removes nothing if there is no trusted time. It catches every error, because the next round tries again. */
async function removeAt(
  trustedNow: () => Promise<number | undefined>,
  deps: RetentionJobDeps,
  stopped: AbortSignal,
): Promise<void> {
  try {
    const now = await trustedNow();
    if (now !== undefined) await removeOld(deps, now, stopped);
  } catch (error) {
    deps.log.error({ error }, logLines.expiredNotRemoved);
  }
}

async function removeOld(
  { database, log, retentionDays }: RetentionJobDeps,
  now: number,
  stopped: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => now - days * dayMs;
  const restUntil = retentionDays === undefined ? undefined : daysAgo(retentionDays);
  const goOn = () => rest(restMs, stopped).then(() => !stopped.aborted);
  await saveTrustedTime(database, now);
  const removed = await removeExpired(database, { heldUntil: daysAgo(heldDays), restUntil }, goOn);
  logRemoved(log, removed);
  await removeOldCounts(database, daysAgo(countDays), goOn);
  await removeOldKeys(database, daysAgo(keyDays));
  await removeOldDeeds(database, daysAgo(deedDays));
}

function logRemoved(log: Log, removed: Removed): void {
  if (removed.undelivered > 0) log.error(removed, logLines.undeliveredRemoved);
  else if (removed.held + removed.signUps + removed.leads > 0)
    log.info(removed, logLines.expiredRemoved);
}

function rest(ms: number, stopped: AbortSignal): Promise<void> {
  return sleepFor(ms, stopped, { ref: false });
}
