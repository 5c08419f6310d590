import { type RawBuilder, sql } from "kysely";
import { dayMs } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import { foldOldCounts } from "#server/store/counts.ts";
import { lockLeads } from "#server/store/erasure.ts";
import type { Database, Writing } from "#server/store/schema.ts";
import { heldInQuery } from "#server/store/submissions.ts";
import { type Config, isOnThisMachine } from "./config.ts";
import type { ServerContext } from "./context.ts";
import type { Job } from "./jobs.ts";
import { sleepFor } from "./waiting.ts";

type RetentionContext = Pick<
  ServerContext,
  "database" | "log" | "clock" | "steadyClock" | "fetch"
> & { config: Pick<Config, "retentionDays" | "activeCampaign" | "alerts"> };

/** How many days held sign-ups are kept, as promised in `docs/privacy.md` and in the policy (`content/privacy.ts`). */
export const heldDays = 30;

/**
 * How many days counts keep their minute, as promised in `docs/privacy.md` and in the policy (`content/privacy.ts`).
 */
export const countDays = 400;

/** How many days the keys of the panel are kept: longer than any session lasts. */
const keyDays = 2;
/** How many days the log of actions is kept. */
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
/** How far the clocks of two machines may be apart. An hour does no harm, because a removed sign-up is weeks old. */
const maxApartMs = 60 * 60_000;
/** When the last removal is longer ago than this, our clock may have jumped ahead. */
const suspectAfterMs = 2 * dayMs;
/** After this wait, a clock counts without another machine: the operator was told, and could correct the clock. */
const trustAfterMs = dayMs;
const networkAnswersWithinMs = 10_000;

/**
 * Removes old sign-ups and leads once an hour, while the server runs. A failed removal is logged, and tried again an
 * hour later.
 */
export function retentionJob(
  server: RetentionContext,
  networkTime = () => readNetworkTime(server.config, server.fetch),
): Job {
  const { database, log, clock } = server;
  const isRight = createTrust(server, networkTime);
  const run = async (stopped: AbortSignal) => {
    try {
      const now = clock();
      const waits = !(await isRight(now));
      if (!waits) await removeOld(server, now, stopped);
      if (stopped.aborted) return;
      const ran = waits ? {} : { ran_at: now };
      await database
        .updateTable("retention")
        .set({ waits: Number(waits), ...ran })
        .execute();
    } catch (error) {
      log.error({ error }, logLines.expiredNotRemoved);
    }
  };
  return { name: "retention", everyMs, firstAfterMs, run };
}

/**
 * Returns a function that says whether our clock may be right: with a clock that is a year ahead, every lead would be
 * removed. If another machine answers, its time decides. Otherwise our clock counts at once or, if the last removal is
 * days ago, after a day of waiting.
 */
function createTrust(
  { database, log, steadyClock }: RetentionContext,
  networkTime: () => Promise<number | undefined>,
) {
  let waitsSince: number | undefined;
  let lastRanAt: number | null = null;
  return async (now: number): Promise<boolean> => {
    const theirs = await networkTime();
    const row = await database.selectFrom("retention").select("ran_at").executeTakeFirstOrThrow();
    const isSuspect = theirs === undefined && now - (row.ran_at ?? now) >= suspectAfterMs;
    // Another server with a trusted clock has removed rows meanwhile, so the wait of this server begins anew.
    if (row.ran_at !== lastRanAt) waitsSince = undefined;
    lastRanAt = row.ran_at;
    waitsSince = isSuspect ? (waitsSince ?? steadyClock()) : undefined;
    const isConfirmed = theirs === undefined || Math.abs(now - theirs) <= maxApartMs;
    const hasWaited = waitsSince === undefined || steadyClock() - waitsSince >= trustAfterMs;
    if (isConfirmed && hasWaited) return true;
    log.error({ now, theirs, ranAt: row.ran_at }, logLines.clockNotConfirmed);
    return false;
  };
}

/**
 * Reads the time in the `Date` header of another machine: of ActiveCampaign, the receiver of alerts or the receiver of
 * heartbeats, the first that is not on this machine. Undefined without an answer. A server on this machine has our own
 * clock, so its time proves nothing.
 */
export async function readNetworkTime(
  { activeCampaign, alerts }: Pick<Config, "activeCampaign" | "alerts">,
  ask: typeof fetch,
): Promise<number | undefined> {
  const addresses = [activeCampaign?.url, alerts.url, alerts.heartbeatUrl];
  const url = addresses.find((one) => one !== undefined && !isOnThisMachine(one));
  if (url === undefined) return undefined;
  const signal = AbortSignal.timeout(networkAnswersWithinMs);
  const asked = ask(new URL(url).origin, { method: "HEAD", redirect: "manual", signal });
  const answer = await asked.catch(() => undefined);
  const time = Date.parse(answer?.headers.get("date") ?? "");
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Removes rows that were kept long enough, in small batches; a later run continues after an interruption. No index has
 * the times, so old rows are searched among all rows: to read 500,000 rows once an hour costs less than an index (0.07
 * s in SQLite, 0.3 s in Postgres).
 */
async function removeOld(
  { database, log, config: { retentionDays } }: RetentionContext,
  now: number,
  stopped: AbortSignal,
): Promise<void> {
  const daysAgo = (days: number) => now - days * dayMs;
  const removeSignUps = (old: RawBuilder<unknown>) =>
    inBatches(stopped, () => removeSomeSignUps(database, old));
  const held = await removeSignUps(sql`${heldInQuery} and received_at < ${daysAgo(heldDays)}`);
  // `undelivered` are the removed leads that were never delivered to ActiveCampaign.
  const removed = { held, signUps: 0, leads: 0, undelivered: 0 };
  if (retentionDays !== undefined) {
    const until = daysAgo(retentionDays);
    removed.signUps = await removeSignUps(sql`derived_at is not null and received_at < ${until}`);
    removed.leads = await inBatches(stopped, async () => {
      const states = await database
        .transaction()
        .execute((writing) => removeSomeLeads(writing, until));
      removed.undelivered += states.filter((state) => state !== "delivered").length;
      return states.length;
    });
    await forgetPasses(database, until);
  }
  if (removed.undelivered > 0) log.error(removed, logLines.undeliveredRemoved);
  else if (removed.held + removed.signUps + removed.leads > 0)
    log.info(removed, logLines.expiredRemoved);
  await foldOldCounts(database, daysAgo(countDays));
  await database.deleteFrom("panel_keys").where("made_at", "<", daysAgo(keyDays)).execute();
  await database.deleteFrom("actions").where("at", "<", daysAgo(actionDays)).execute();
}

/**
 * How many rows a batch has: few enough that a sign-up never waits long, because SQLite has only one writer at a time.
 */
const batchSize = 200;

/** Returns how many rows all batches have removed. */
async function inBatches(stopped: AbortSignal, removeSome: () => Promise<number>) {
  for (let removed = 0; ; ) {
    const count = await removeSome();
    removed += count;
    if (count < batchSize) return removed;
    await sleepFor(restMs, stopped);
    if (stopped.aborted) return removed;
  }
}

/**
 * Removes a batch of old sign-ups. The condition is written twice, because Postgres tests the outer condition again if
 * the operator has released the row meanwhile.
 */
async function removeSomeSignUps(database: Database, old: RawBuilder<unknown>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from submissions where ${old} and id in (
      select id from submissions where ${old} order by id limit ${sql.lit(batchSize)}
    )`.execute(database);
  return Number(numAffectedRows);
}

/**
 * Removes a batch of leads whose last sign-up is old, so that the lead of a person who signed up again stays. The time
 * is read again under the lock. Returns the states of the deliveries: each lead has one delivery.
 */
async function removeSomeLeads(writing: Writing, until: number) {
  // Another server may still be removing this person's sign-ups: without the lead, these sign-ups would have no
  // person.
  const isAlone = sql<boolean>`not exists (
    select 1 from submissions where submissions.email_key = leads.email_key and derived_at is not null
  )`;
  const old = writing
    .selectFrom("leads")
    .select("id")
    .where("updated_at", "<", until)
    .where(isAlone)
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

/**
 * Removes old entries, and all places in groups, of people without a lead. A person whose sign-up is held has no lead
 * either, and a place has no time: the next press of that person gets a new place.
 */
async function forgetPasses(database: Database, restUntil: number): Promise<void> {
  const isKept = sql`person in (select person from leads)`;
  await sql`delete from entries where at < ${restUntil} and not ${isKept}`.execute(database);
  await sql`delete from group_places where not ${isKept}`.execute(database);
}
