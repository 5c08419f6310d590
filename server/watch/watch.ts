import { randomUUID } from "node:crypto";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { alarms, overOf, type Trouble, type TroubleName, troubles } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { AlertSettings } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { Job } from "#server/jobs.ts";
import type { Log } from "#server/log.ts";
import { send } from "#server/send.ts";
import { tryStoring } from "#server/store/connection/durability.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { diskFreeShare } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/row-types.ts";
import { type Check, machineChecks, type Sight, storeChecks } from "./checks.ts";
import { requestOf, troubleMessage } from "./message.ts";
import {
  giveWatchBack,
  lastingIn,
  readTroubles,
  saveTrouble,
  type TroubleRow,
  takeWatch,
} from "./trouble.ts";

export type WatchDeps = {
  database: Database;
  /** Fails soon over a broken network, and blocks sign-ups no longer than they block each other. */
  signUpDatabase: Database;
  /** Only reads. */
  readDatabase: Database;
  log: Log;
  clock: () => number;
  steadyClock: () => number;
  event: EventPlan;
  override: () => Override | undefined;
  site: string;
  alerts: AlertSettings;
  delivers: boolean;
  diskFreeShare: Sight["diskFreeShare"];
  fetch: typeof fetch;
  maxAnswerMs?: number;
};

export type Watch = {
  /** The troubles that are not over, the most urgent first. */
  troubles(): readonly Trouble[];
  jobs: Job[];
  /** Lets another process have the watch at once. To be called after the jobs have stopped. */
  stop(): Promise<void>;
};

/** The watch with all that it needs of this machine. */
export function openWatch(
  context: Context,
  signUpDatabase: Database,
  readDatabase: Database,
  override: () => Override | undefined,
): Watch {
  const { store, siteUrl, activeCampaign, alerts } = context.config;
  return createWatch({
    ...context,
    signUpDatabase,
    readDatabase,
    override,
    alerts,
    site: siteUrl,
    delivers: activeCampaign !== undefined,
    diskFreeShare: diskOf(store),
    steadyClock: () => performance.now(),
    fetch,
  });
}

/** What tells the free share of the store's disk. Of a Postgres the disk cannot be seen from here. */
export function diskOf(store: Store): Sight["diskFreeShare"] {
  return store.kind === "sqlite" ? () => diskFreeShare(store.folder) : undefined;
}

const everyMs = 5_000;
/** A server that has just started must first answer waiting visitors. */
const firstAfterMs = 5_000;
const heartbeatEveryMs = 60_000;

/**
 * Finds troubles, and tells the operator of each when it begins and when it is over. The process that has the watch looks
 * and tells for all. While the store fails, nothing can be shared: each process tells of that itself, from its memory.
 */
export function createWatch(deps: WatchDeps): Watch {
  const { database, signUpDatabase, log } = deps;
  const holder = randomUUID();
  const settle = createSettle(deps);
  const teller = createTeller(deps);
  /** The troubles in the store, as they were read last. */
  let rows: readonly TroubleRow[] = [];
  /** That the store fails: no row in the store can say so. */
  let outage: TroubleRow | undefined;
  /** What this machine's own checks have found at the last look, whichever process has the watch. */
  let foundOnMachine: readonly string[] = [];
  /** Whether the last look could read the troubles: of failures in a row only the first is logged. */
  let isReadable = true;

  async function look(stopped: AbortSignal): Promise<void> {
    const failure = await tryStoring(signUpDatabase).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const { storeDown } = alarms;
    outage = settle(outage, storeDown, { isFound: failure !== undefined, details: failure });
    const here = await runChecks(machineChecks, see());
    foundOnMachine = [...here].flatMap(([name, isFound]) => (isFound ? name : []));
    if (outage !== undefined) outage = await teller.tell(outage, storeDown, stopped);
    if (failure !== undefined) return;
    try {
      await lookInStore(here, stopped);
      isReadable = true;
    } catch (error) {
      // The store may have failed since it was tried. The next look notices that.
      if (isReadable) log.warn({ error }, logLines.troublesNotRead);
      isReadable = false;
    }
  }

  async function lookInStore(here: Answers, stopped: AbortSignal): Promise<void> {
    const hasWatch = await takeWatch(database, holder);
    rows = await readTroubles(database);
    if (!hasWatch) return;
    const answers = new Map([...here, ...(await runChecks(storeChecks, see()))]);
    for (const words of troubles) {
      const row = rows.find(({ name }) => name === words.alarm);
      const settled = settle(row, words, { isFound: answers.get(words.alarm) });
      if (settled !== undefined && settled !== row) await saveTrouble(database, settled);
    }
    rows = await readTroubles(database);
    for (const words of troubles) {
      const row = rows.find(({ name }) => name === words.alarm);
      const told = row && (await teller.tell(row, words, stopped));
      if (told !== undefined && told !== row) await saveTrouble(database, told);
    }
  }

  function see(): Sight {
    const lasting = new Set(lastingIn(rows).map(({ name }) => name));
    const { readDatabase, override, clock } = deps;
    return { ...deps, database: readDatabase, now: clock(), override: override(), lasting };
  }

  const watch = { name: "watch", everyMs, firstAfterMs, run: look };
  return {
    jobs: [watch, ...heartbeats(deps)],
    troubles() {
      const lasting = lastingIn(outage === undefined ? rows : [...rows, outage]);
      const names = new Set([...lasting.map(({ name }) => name), ...foundOnMachine]);
      return troubles.filter(({ alarm }) => names.has(alarm));
    },
    async stop() {
      // While the store fails, the watch ends by itself after some seconds.
      await giveWatchBack(database, holder).catch(() => undefined);
    },
  };
}

type Answers = ReadonlyMap<TroubleName, boolean | undefined>;

async function runChecks(checks: readonly Check[], sight: Sight): Promise<Answers> {
  const answers = new Map<TroubleName, boolean | undefined>();
  for (const { name, find } of checks) answers.set(name, await find(sight, answers));
  return answers;
}

/** A trouble that begins again so soon after its end comes and goes. */
const soonMs = 300_000;
/** A trouble that comes and goes is over when it was not found for this long. */
const calmMs = 60_000;

type Settle = (
  row: TroubleRow | undefined,
  words: Trouble,
  look: { isFound: boolean | undefined; details?: object | undefined },
) => TroubleRow | undefined;

/**
 * Returns a function that begins and ends troubles. A trouble is over at the first look that does not find it. One that
 * comes and goes has to be calm first, so that it does not fill the operator's phone.
 */
function createSettle({ clock, steadyClock, log }: WatchDeps): Settle {
  const foundAt = new Map<string, number>();
  const endedAt = new Map<string, number>();
  const restless = new Set<string>();
  return (row, words, { isFound, details }) => {
    const { alarm: name, message } = words;
    const isLasting = row !== undefined && row.over_at === null;
    const now = steadyClock();
    if (isFound === true) foundAt.set(name, now);
    if (isFound === true && !isLasting) {
      if (now - (endedAt.get(name) ?? -Infinity) < soonMs) restless.add(name);
      else restless.delete(name);
      log.error({ alarm: name, ...details }, message);
      // If the operator was not told of its end, it has never ended.
      const began = row?.told === 1 ? row.began_at : clock();
      return { name, began_at: began, over_at: null, told: row?.told ?? 0 };
    }
    const isCalm = !restless.has(name) || now - (foundAt.get(name) ?? -Infinity) >= calmMs;
    if (isFound === false && isLasting && isCalm) {
      endedAt.set(name, now);
      const { alarmOver, message: over } = overOf(words);
      log.info({ alarmOver }, over);
      return { ...row, over_at: clock() };
    }
    return row;
  };
}

type Teller = {
  /** Tells what the operator does not know of a trouble. Returns its row as it is after that. */
  tell(row: TroubleRow, words: Trouble, stopped: AbortSignal): Promise<TroubleRow>;
};

/** After a failure the next message waits 15, 30, 60 … 300 s. */
const firstWaitMs = 15_000;
const maxWaitMs = 300_000;

function createTeller(deps: WatchDeps): Teller {
  const { alerts, site, log, steadyClock } = deps;
  const { url: address } = alerts;
  let failures = 0;
  let nextAt = -Infinity;
  return {
    async tell(row, words, stopped) {
      const state = row.over_at === null ? "began" : "over";
      // An end is told only if the beginning was, and a beginning only until the end.
      if ((state === "began") === (row.told === 1)) return row;
      if (address === undefined || stopped.aborted || steadyClock() < nextAt) return row;
      const at = row.over_at ?? row.began_at;
      const message = troubleMessage(words, { state, at, site });
      const outcome = await send({ ...deps, ...requestOf(address, message), stopped });
      if (outcome.kind === "interrupted") return row;
      const trouble = row.name;
      if (outcome.kind === "failed") {
        const reasons = [outcome.reason];
        if (failures === 0) log.warn({ trouble, state, reasons }, logLines.messageNotSent);
        nextAt = steadyClock() + Math.min(firstWaitMs * 2 ** failures, maxWaitMs);
        failures += 1;
        return row;
      }
      failures = 0;
      log.info({ trouble, state }, logLines.messageSent);
      return { ...row, told: state === "began" ? 1 : 0 };
    },
  };
}

/** Sends a request to an address, so that the service behind it notices when this server stops. */
function heartbeats(deps: WatchDeps): Job[] {
  const { log, alerts } = deps;
  const { heartbeatUrl: url } = alerts;
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
