import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "pino";
import { logLines } from "#phrases/log-lines.ts";
import { removeOldCounts } from "#server/storage/counts/remove-counts.ts";
import { readTrustedTime, saveTrustedTime } from "#server/storage/erasure/trusted-clock.ts";
import { removeOldDeeds } from "#server/storage/panel/deeds.ts";
import { removeOldKeys } from "#server/storage/panel/panel-keys.ts";
import type { Database } from "#server/storage/tables.ts";
import { type Removed, removeExpired } from "./storage/erasure/remove-expired.ts";

export type RetentionJobDeps = {
  database: Database;
  log: Logger;
  clock: () => number;
  /** How many days sign-ups are kept. If undefined, only held sign-ups are removed. */
  retentionDays: number | undefined;
  /** A clock that only goes forward, also when the clock of the machine is set back. */
  monotonicMs?: () => number;
};

/** How many days held sign-ups are kept, as promised in `docs/privacy.md` and in the policy (`content/privacy.ts`). */
export const heldDays = 30;

/** How many days counts of visits are kept, as promised in the same two places. */
export const countDays = 400;

/** How many days the keys of the panel are kept: longer than any session lasts. */
const keyDays = 2;
/** How many days it is kept what was done from the panel. */
const deedDays = 400;
const everyMs = 60 * 60_000;
/**
 * The milliseconds from the start of the server to the first removal of old sign-ups: a server that has just started
 * must first answer waiting visitors.
 */
const firstAfterMs = 60_000;
/** The milliseconds between two batches of removed rows, in which the database can store new sign-ups. */
const restMs = 50;
const dayMs = 24 * 60 * 60_000;
/**
 * The longest normal time since the last removal of old sign-ups, in milliseconds. After a longer time, the clock of
 * the machine has jumped, or no server was running.
 */
const maxGapMs = 2 * dayMs;

/** The monotonic time at which a jump of the clock was first seen. */
type ClockJump = { seenAtMs?: number | undefined };

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
    await rest(everyMs, stopped);
  }
}

/** Removes old sign-ups and leads once. It catches every error, because the next round tries again. */
export async function runRetention(
  deps: RetentionJobDeps,
  stopped: AbortSignal,
  jump: ClockJump = {},
): Promise<void> {
  const { database, log, clock, retentionDays } = deps;
  const daysAgo = (days: number) => clock() - days * dayMs;
  const restUntil = retentionDays === undefined ? undefined : daysAgo(retentionDays);
  try {
    if (!(await isClockTrusted(deps, jump))) return;
    const goOn = () => rest(restMs, stopped).then(() => !stopped.aborted);
    logRemoved(
      log,
      await removeExpired(database, { heldUntil: daysAgo(heldDays), restUntil }, goOn),
    );
    await removeOldCounts(database, daysAgo(countDays), goOn);
    await removeOldKeys(database, daysAgo(keyDays));
    await removeOldDeeds(database, daysAgo(deedDays));
  } catch (error) {
    log.error({ error }, logLines.expiredNotRemoved);
  }
}

/**
 * After a jump of the clock nothing is removed for two days, in which the log tells the operator to correct the clock.
 * Otherwise a clock that jumped a year ahead would remove every lead.
 */
async function isClockTrusted(deps: RetentionJobDeps, jump: ClockJump): Promise<boolean> {
  const { database, log, clock, monotonicMs = () => performance.now() } = deps;
  const now = clock();
  const last = (await readTrustedTime(database)) ?? now;
  jump.seenAtMs = now > last + maxGapMs ? (jump.seenAtMs ?? monotonicMs()) : undefined;
  if (jump.seenAtMs !== undefined && monotonicMs() - jump.seenAtMs < maxGapMs) {
    log.error({ now, last }, logLines.clockJumped);
    return false;
  }
  await saveTrustedTime(database, now);
  return true;
}

function logRemoved(log: Logger, removed: Removed): void {
  if (removed.undelivered > 0) log.error(removed, logLines.undeliveredRemoved);
  else if (removed.held + removed.signUps + removed.leads > 0)
    log.info(removed, logLines.expiredRemoved);
}

async function rest(ms: number, stopped: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal: stopped, ref: false }).catch(() => undefined);
}
