import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import { adviceOn, type Fact, type Look, type Subject, urgentFirst } from "#server/facts/fact.ts";
import type { Job } from "#server/jobs.ts";
import { requestOf, troubleMessage } from "#server/messages/message.ts";
import { readFacts, subjects } from "#server/operator/facts.ts";
import { disk, storing } from "#server/operator/store-facts.ts";
import { lastingIn, readTroubles, saveTrouble, type TroubleRow } from "#server/operator/trouble.ts";
import { send } from "#server/send.ts";
import { extendLease, giveLeaseBack, takeLease } from "#server/store/lease.ts";

export type WatchContext = Pick<
  ServerContext,
  | "config"
  | "event"
  | "log"
  | "clock"
  | "steadyClock"
  | "fetch"
  | "readDisk"
  | "database"
  | "signUpDatabase"
  | "readDatabase"
  | "override"
> & { maxAnswerMs?: number };

export type Watch = {
  /**
   * The troubles of this machine, also in a process without the watch: its store fails, or its disk is nearly full.
   */
  troublesHere(): readonly Fact[];
  jobs: Job[];
  /** Lets another process have the watch at once. Call this after the jobs have stopped. */
  stop(): Promise<void>;
};

const everyMs = 5_000;
/** A server that has just started must first answer waiting visitors. */
const firstAfterMs = 5_000;
const heartbeatEveryMs = 60_000;

/**
 * Finds the facts that become trouble, and sends the operator a message when each trouble begins and when it is over.
 * Only the process that has the watch does this. A store that fails cannot share anything, so each process sends the
 * message about that failure itself.
 */
export function createWatch(deps: WatchContext): Watch {
  const { database, signUpDatabase, log, clock } = deps;
  const settle = createSettle(deps);
  const tell = createTell(deps);
  /** The token of the watch while this process has the watch; undefined otherwise. */
  let token: number | undefined;
  /** The troubles in the store, as they were last read. */
  let rows: readonly TroubleRow[] = [];
  /** The trouble that the store fails. It is kept in memory, because a store that fails cannot keep a row. */
  let outage: TroubleRow | undefined;
  let here: readonly Fact[] = [];
  /**
   * Whether the last round could read the troubles: of several failures without a success between, only the first is
   * logged.
   */
  let isReadable = true;

  async function look(stopped: AbortSignal): Promise<void> {
    const stored = await storing(signUpDatabase);
    outage = settle(outage, stored);
    here = [stored, await disk(see())].filter(({ level }) => level === "trouble");
    if (outage !== undefined) outage = await tell(outage, stored, stopped);
    if (stored.level === "trouble") return;
    try {
      const unread = await lookInStore(stopped);
      if (unread !== undefined) throw unread.error;
      isReadable = true;
    } catch (error) {
      // The store may have failed after the trial write. The next round notices that.
      if (isReadable) log.warn({ error }, logLines.troublesNotRead);
      isReadable = false;
    }
  }

  /** Follows all facts that can be read, and returns the first error of the facts that cannot be read. */
  async function lookInStore(stopped: AbortSignal): Promise<{ error: unknown } | undefined> {
    if (token === undefined || !(await extendLease(database, "watch", token)))
      token = await takeLease(database, "watch");
    rows = await readTroubles(database);
    if (token === undefined) return undefined;
    const errors: { error: unknown }[] = [];
    const facts: Fact[] = [];
    for (const subject of Object.values<Subject>(subjects))
      facts.push(...(await readFacts(subject, see(), (error) => errors.push({ error }))));
    for (const fact of facts) {
      const row = rows.find(({ name }) => name === fact.alarm);
      const settled = settle(row, fact);
      if (settled !== undefined && settled !== row) await saveTrouble(database, settled);
    }
    rows = await readTroubles(database);
    for (const fact of urgentFirst(facts)) {
      const row = rows.find(({ name }) => name === fact.alarm);
      const told = row && (await tell(row, fact, stopped));
      if (told !== undefined && told !== row) await saveTrouble(database, told);
    }
    return errors[0];
  }

  function see(): Look {
    const { readDatabase: database, override } = deps;
    const lasting = lastingIn(rows);
    return { ...deps, database, now: clock(), override: override(), lasting };
  }

  const watch = { name: "watch", everyMs, firstAfterMs, run: look };
  return {
    jobs: [watch, ...heartbeats(deps)],
    troublesHere: () => here,
    async stop() {
      // While the store fails, the watch cannot be given back: it ends by itself after some seconds.
      if (token !== undefined) await giveLeaseBack(database, "watch", token).catch(() => undefined);
    },
  };
}

/** A trouble that begins again within this time after its end is restless. */
const soonMs = 300_000;
/** A restless trouble is over when it was not found for this long. */
const calmMs = 60_000;

/**
 * Returns a function that begins and ends troubles. A trouble ends at the first round that does not find it. A restless
 * trouble must stay away for a minute first, because each beginning and end is a message to the operator's phone.
 */
function createSettle({ clock, steadyClock, log }: WatchContext) {
  const foundAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  const restless = new Set<string>();
  return (
    row: TroubleRow | undefined,
    { error, ...fact }: Fact & { error?: unknown },
  ): TroubleRow | undefined => {
    const { alarm, level, name, value } = fact;
    if (alarm === undefined) return row;
    const isLasting = row !== undefined && row.over_at === null;
    const now = steadyClock();
    if (level === "trouble") foundAt.set(alarm, now);
    if (level === "trouble" && !isLasting) {
      if (now - (endedAt.get(alarm) ?? -Infinity) < soonMs) restless.add(alarm);
      else restless.delete(alarm);
      log.error({ alarm, error }, `${name}: ${value} ${adviceOn(fact)}`.trimEnd());
      // If the operator was not told that the trouble ended, the trouble goes on from its first beginning.
      const began = row?.told === 1 ? row.began_at : clock();
      return { name: alarm, began_at: began, over_at: null, told: row?.told ?? 0 };
    }
    const isCalm = !restless.has(alarm) || now - (foundAt.get(alarm) ?? -Infinity) >= calmMs;
    if (level !== "trouble" && isLasting && isCalm) {
      endedAt.set(alarm, now);
      log.info({ alarmOver: alarm }, `O alarme acabou. ${name}: ${value}`);
      return { ...row, over_at: clock() };
    }
    return row;
  };
}

/** After a failed message, the next message waits 15, 30, 60 … 300 s. */
const firstWaitMs = 15_000;
const maxWaitMs = 300_000;

/** Returns a function that sends the operator what is new about a trouble, and returns the trouble's row after that. */
function createTell(deps: WatchContext) {
  const { config, log, steadyClock } = deps;
  const { siteUrl: site, alerts } = config;
  const { url: address } = alerts;
  let failures = 0;
  let nextAt = -Infinity;
  return async (row: TroubleRow, fact: Fact, stopped: AbortSignal): Promise<TroubleRow> => {
    const state = row.over_at === null ? "began" : "over";
    // An end is sent only if the beginning was sent. A beginning is sent only before the end, and while the trouble
    // is found.
    if ((state === "began") === (row.told === 1)) return row;
    if (state === "began" && fact.level !== "trouble") return row;
    if (address === undefined || stopped.aborted || steadyClock() < nextAt) return row;
    const at = row.over_at ?? row.began_at;
    const message = troubleMessage(fact, { name: row.name, state, at, site });
    const outcome = await send({ ...deps, ...requestOf(address, message), stopped });
    if (outcome.kind === "interrupted") return row;
    const trouble = row.name;
    if (outcome.kind === "failed") {
      const { reason } = outcome;
      if (failures === 0) log.warn({ trouble, state, reason }, logLines.messageNotSent);
      nextAt = steadyClock() + Math.min(firstWaitMs * 2 ** failures, maxWaitMs);
      failures += 1;
      return row;
    }
    failures = 0;
    log.info({ trouble, state }, logLines.messageSent);
    return { ...row, told: state === "began" ? 1 : 0 };
  };
}

/**
 * Sends a request to an address again and again, so that the service at this address notices when this server stops.
 */
function heartbeats(deps: WatchContext): Job[] {
  const { log, config } = deps;
  const { heartbeatUrl: url } = config.alerts;
  if (url === undefined) return [];
  let isHeard = true;
  const run: Job["run"] = async (stopped) => {
    const outcome = await send({ ...deps, url, request: { method: "GET" }, stopped });
    if (outcome.kind === "failed" && isHeard)
      log.warn({ reason: outcome.reason }, logLines.heartbeatFailed);
    isHeard = outcome.kind === "accepted";
  };
  return [{ name: "heartbeat", everyMs: heartbeatEveryMs, run }];
}
