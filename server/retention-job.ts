import { dayMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { removeOldCounts } from "#server/store/counts.ts";
import {
  type Removed,
  removeExpired,
  retentionEveryMs,
  saveTrustedTime,
} from "#server/store/erasure/retention.ts";
import type { Database } from "#server/store/row-types.ts";
import { type Config, isOnThisMachine } from "./config.ts";
import { type Job, restBesideAnswers } from "./jobs.ts";
import type { Log } from "./log.ts";

export type RetentionJobDeps = {
  database: Database;
  log: Log;
  clock: () => number;
  /** The time of another machine; undefined if none says it. */
  networkTime: () => Promise<number | undefined>;
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
const actionDays = 400;
/**
 * The milliseconds from the start of the server to the first removal of old sign-ups: a server that has just started
 * must first answer waiting visitors.
 */
const firstAfterMs = 60_000;
/** The milliseconds between two batches of removed rows, in which the database can store new sign-ups. */
const restMs = 50;
/** How far the clocks of two machines may be apart: what is removed is weeks old. */
const maxApartMs = 60 * 60_000;
const networkAnswersWithinMs = 10_000;

/** Removes old sign-ups and leads once an hour, while the server runs. */
export function retentionJob(deps: RetentionJobDeps): Job {
  const run = (stopped: AbortSignal) => runRetention(deps, stopped);
  return { name: "retention", everyMs: retentionEveryMs, firstAfterMs, run };
}

/** Removes old sign-ups and leads once. It catches every error, because the next round tries again. */
export async function runRetention(deps: RetentionJobDeps, stopped: AbortSignal): Promise<void> {
  try {
    const now = await confirmedNow(deps);
    if (now !== undefined) await removeOld(deps, now, stopped);
  } catch (error) {
    deps.log.error({ error }, logLines.expiredNotRemoved);
  }
}

/**
 * The time now; undefined if our clock may be wrong: with a clock that is a year ahead, every lead would be removed. The
 * clock of another machine decides; if none answers, our own counts while sign-ups come.
 */
async function confirmedNow(deps: RetentionJobDeps): Promise<number | undefined> {
  const { database, log, clock, networkTime } = deps;
  const [now, theirs, newest] = [clock(), await networkTime(), await newestSignUp(database)];
  const isRight =
    theirs === undefined ? now <= (newest ?? now) + dayMs : Math.abs(now - theirs) <= maxApartMs;
  if (isRight) return now;
  log.error({ now, theirs, newest }, logLines.clockNotConfirmed);
  return undefined;
}

async function newestSignUp(database: Database): Promise<number | undefined> {
  const newest = await database
    .selectFrom("submissions")
    .select("received_at")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.received_at;
}

/**
 * The time in the `Date` header of ActiveCampaign, or else of the service that receives the alerts; undefined without an answer.
 * A server on this machine has our own clock, and proves nothing.
 */
export async function readNetworkTime(
  { activeCampaign, alerts }: Pick<Config, "activeCampaign" | "alerts">,
  ask: typeof fetch,
): Promise<number | undefined> {
  const url = activeCampaign?.url ?? alerts.url ?? alerts.heartbeatUrl;
  if (url === undefined || isOnThisMachine(url)) return undefined;
  const signal = AbortSignal.timeout(networkAnswersWithinMs);
  const asked = ask(new URL(url).origin, { method: "HEAD", redirect: "manual", signal });
  const answer = await asked.catch(() => undefined);
  const time = Date.parse(answer?.headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

async function removeOld(
  { database, log, retentionDays }: RetentionJobDeps,
  now: number,
  stopped: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => now - days * dayMs;
  const restUntil = retentionDays === undefined ? undefined : daysAgo(retentionDays);
  const goOn = () => restBesideAnswers(restMs, stopped).then(() => !stopped.aborted);
  await saveTrustedTime(database, now);
  const removed = await removeExpired(database, { heldUntil: daysAgo(heldDays), restUntil }, goOn);
  logRemoved(log, removed);
  await removeOldCounts(database, daysAgo(countDays), goOn);
  await database.deleteFrom("panel_keys").where("made_at", "<", daysAgo(keyDays)).execute();
  await database.deleteFrom("actions").where("at", "<", daysAgo(actionDays)).execute();
}

function logRemoved(log: Log, removed: Removed): void {
  if (removed.undelivered > 0) log.error(removed, logLines.undeliveredRemoved);
  else if (removed.held + removed.signUps + removed.leads > 0)
    log.info(removed, logLines.expiredRemoved);
}
