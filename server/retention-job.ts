import { type RawBuilder, sql } from "kysely";
import { dayMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { removeOldCounts } from "#server/store/counts.ts";
import { lockLeads } from "#server/store/erasure/erasure.ts";
import type { Database, Writing } from "#server/store/row-types.ts";
import { heldInQuery } from "#server/store/submissions/held-submissions.ts";
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
/** The milliseconds between two removals of old sign-ups. */
const everyMs = 60 * 60_000;
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
  return { name: "retention", everyMs, firstAfterMs, run };
}

/** Removes old sign-ups and leads once. It catches every error, because the next round tries again. */
async function runRetention(deps: RetentionJobDeps, stopped: AbortSignal): Promise<void> {
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
  const limits = { heldUntil: daysAgo(heldDays), restUntil };
  const removed = await removeExpired(database, limits, goOn);
  if (removed.undelivered > 0) log.error(removed, logLines.undeliveredRemoved);
  else if (removed.held + removed.signUps + removed.leads > 0)
    log.info(removed, logLines.expiredRemoved);
  await removeOldCounts(database, daysAgo(countDays));
  await database.deleteFrom("panel_keys").where("made_at", "<", daysAgo(keyDays)).execute();
  await database.deleteFrom("actions").where("at", "<", daysAgo(actionDays)).execute();
}

type RetentionLimits = {
  /** Held submissions from before this moment are removed. */
  heldUntil: number;
  /** All other submissions, and leads, from before this moment are removed. If it is undefined, they are kept. */
  restUntil: number | undefined;
};

/** `undelivered` counts the removed leads that were never delivered to ActiveCampaign. */
type Removed = { held: number; signUps: number; leads: number; undelivered: number };

/** Called after each full batch, and may wait so that sign-ups come first. Resolves to false to stop the removal. */
type GoOn = () => Promise<boolean>;

/**
 * How many rows a batch has: few enough that a sign-up never waits long, because SQLite has only one writer at a time.
 */
const batchSize = 200;

/**
 * Removes submissions and leads that have been kept long enough, in small batches. The removal can be run again: the
 * result is the same. Old rows are searched among all rows, because no index has the times: once an hour, one look at all
 * of 500,000 rows costs less (0.07 s in SQLite, 0.3 s in Postgres).
 */
export async function removeExpired(
  database: Database,
  { heldUntil, restUntil }: RetentionLimits,
  goOn: GoOn,
): Promise<Removed> {
  // The condition is asked again of each row: Postgres does so when the operator has released the row meanwhile.
  const removeOld = (condition: RawBuilder<unknown>) =>
    inBatches(goOn, async () => {
      const { numAffectedRows = 0n } = await sql`
        delete from submissions where ${condition} and id in (
          select id from submissions where ${condition} order by id limit ${sql.lit(batchSize)}
        )`.execute(database);
      return Number(numAffectedRows);
    });
  const held = await removeOld(sql`${heldInQuery} and received_at < ${heldUntil}`);
  const removed = { held, signUps: 0, leads: 0, undelivered: 0 };
  if (restUntil === undefined) return removed;
  removed.signUps = await removeOld(sql`derived_at is not null and received_at < ${restUntil}`);
  removed.leads = await inBatches(goOn, async () => {
    const states = await database
      .transaction()
      .execute((writing) => removeOldLeads(writing, restUntil));
    removed.undelivered += states.filter((state) => state !== "delivered").length;
    return states.length;
  });
  await forgetPasses(database, restUntil);
  return removed;
}

/**
 * Removes old entries, and the codes in the places of groups, of people without a lead. A press of a held sign-up has no
 * lead either, and no time: that person is led to a new place.
 */
async function forgetPasses(database: Database, restUntil: number): Promise<void> {
  const isKept = sql`person in (select person from leads)`;
  await sql`delete from entries where at < ${restUntil} and not ${isKept}`.execute(database);
  await sql`
    update group_places set person = null where person is not null and not ${isKept}`.execute(
    database,
  );
}

/** Returns how many rows all batches have removed. */
async function inBatches(goOn: GoOn, removeBatch: () => Promise<number>): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await removeBatch();
    removed += count;
    if (count < batchSize || !(await goOn())) return removed;
  }
}

/**
 * Removes a batch of leads. The time of the last sign-up counts, so that the lead of a person who signed up again stays; it
 * is read again under the lock. Returns the states of their deliveries: each lead has one.
 */
async function removeOldLeads(writing: Writing, until: number) {
  const old = writing
    .selectFrom("leads")
    .select("id")
    .where("updated_at", "<", until)
    .orderBy("id")
    .limit(batchSize);
  const locked = lockLeads(writing).where("id", "in", old).where("updated_at", "<", until);
  const ids = (await locked.execute()).map(({ id }) => id);
  if (ids.length === 0) return [];
  const deliveries = await writing
    .deleteFrom("deliveries")
    .where("lead_id", "in", ids)
    .returning("state")
    .execute();
  await writing.deleteFrom("leads").where("id", "in", ids).execute();
  return deliveries.map(({ state }) => state);
}
