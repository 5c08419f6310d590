import { logLines } from "#phrases/log-lines.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import type { Sleep } from "#server/active-campaign/paced-client.ts";
import type { Log } from "#server/log.ts";
import type { Database } from "#server/store/tables.ts";
import { createComparedClocks } from "./compared-clocks.ts";
import type { StoreDeps } from "./find-in-store.ts";
import { createMachineLook, type MachineDeps } from "./find-on-machine.ts";
import { repeatHeartbeat } from "./heartbeat.ts";
import { type Known, lastingIn } from "./keep-found.ts";
import { createLook } from "./look.ts";
import { createSendRequest, type SendRequest } from "./send-request.ts";
import { createTeller, type Teller } from "./teller.ts";
import { type Trouble, troublesOf } from "./trouble.ts";
import { openWays } from "./ways.ts";

/** Where the operator is told of troubles, and the address that notices when this server stops. */
export type AlertSettings = {
  url: string | undefined;
  heartbeatUrl: string | undefined;
  /** The e-mail of the operator's own contact at ActiveCampaign. */
  email: string | undefined;
};

export type WatchDeps = StoreDeps &
  Omit<MachineDeps, "certificateEnd"> & {
    signUpDatabase: Database;
    log: Log;
    site: string;
    alerts: AlertSettings;
    activeCampaign: ActiveCampaignSettings | undefined;
    /** Whether the store has a clock of its own, as Postgres has. */
    storeHasClock: boolean;
    certificateEnd: (stopped: AbortSignal) => Promise<number | undefined>;
    fetch: typeof fetch;
    maxAnswerMs?: number;
    /** Waits between two looks, and between two heartbeats. */
    sleep: Sleep;
  };

export type Watch = {
  /** The troubles of all processes of this store that are not over, the most urgent first. */
  troubles(): readonly Trouble[];
  start(): void;
  stop(): Promise<void>;
};

const everyMs = 15_000;
/** A server that has just started must first answer waiting visitors. */
const firstAfterMs = 5_000;

/** Finds troubles, and tells the operator about each when it begins and when it is over. */
export function createWatch(deps: WatchDeps): Watch {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const known: Known = { rows: [], found: new Set(), outage: undefined, goodSince: undefined };
  let running: Promise<unknown> = Promise.resolve();
  return {
    troubles: () => troublesOf(new Set([...lastingIn(known.rows), ...known.found])),
    start() {
      running = Promise.all(startLoops(deps, known, stopped));
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

function startLoops(deps: WatchDeps, known: Known, stopped: AbortSignal): Promise<void>[] {
  const { alerts, log, sleep } = deps;
  const clocks = createComparedClocks(deps);
  const sendFrom = (source: string): SendRequest =>
    createSendRequest({ ...deps, noteDate: (theirs, at) => clocks.noteDate(source, theirs, at) });
  const ways = openWays({ ...deps, sendRequest: sendFrom("message") });
  const teller = createTeller({ ...deps, ways, stopped });
  const findOnMachine = createMachineLook({
    ...deps,
    certificateEnd: () => deps.certificateEnd(stopped),
  });
  const look = createLook({ ...deps, clocks, findOnMachine }, known);
  const loops = [repeatLooks({ look, teller, known, log, sleep, stopped })];
  if (alerts.heartbeatUrl !== undefined) {
    const heartbeat = { url: alerts.heartbeatUrl, sendRequest: sendFrom("heartbeat"), log, sleep };
    loops.push(repeatHeartbeat(heartbeat, stopped));
  }
  return loops;
}

type Loop = {
  look: () => Promise<void>;
  teller: Teller;
  known: Known;
  log: Log;
  sleep: Sleep;
  stopped: AbortSignal;
};

async function repeatLooks({ look, teller, known, log, sleep, stopped }: Loop): Promise<void> {
  await sleep(firstAfterMs, stopped);
  while (!stopped.aborted) {
    await look();
    // The store may have failed since the look. The next look notices that.
    await tell(teller, known).catch((error) => log.warn({ error }, logLines.troublesNotRead));
    await sleep(everyMs, stopped);
  }
}

/** While the store fails, each process tells so from its memory. */
async function tell(teller: Teller, { outage, rows }: Known): Promise<void> {
  if (outage === undefined) return teller.tellStored(rows);
  if (!outage.isTold) outage.isTold = await teller.tellOutage(outage.at);
}
