import { logLines } from "#phrases/log-lines.ts";
import type { ActiveCampaignSettings } from "#server/active-campaign/client.ts";
import type { Job } from "#server/jobs.ts";
import type { Log } from "#server/log.ts";
import type { Database } from "#server/store/tables.ts";
import type { Sleep } from "#server/waiting.ts";
import { createComparedClocks } from "./compared-clocks.ts";
import type { StoreDeps } from "./find-in-store.ts";
import { createMachineLook, type MachineDeps } from "./find-on-machine.ts";
import { createHeartbeat, heartbeatEveryMs } from "./heartbeat.ts";
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
  MachineDeps & {
    steadyClock: () => number;
    signUpDatabase: Database;
    log: Log;
    site: string;
    alerts: AlertSettings;
    activeCampaign: ActiveCampaignSettings | undefined;
    /** Whether the store has a clock of its own, as Postgres has. */
    storeHasClock: boolean;
    fetch: typeof fetch;
    maxAnswerMs?: number;
    /** Waits between two requests to ActiveCampaign. */
    sleep: Sleep;
  };

export type Watch = {
  /** The troubles of all processes of this store that are not over, the most urgent first. */
  troubles(): readonly Trouble[];
  jobs: Job[];
};

const everyMs = 15_000;
/** A server that has just started must first answer waiting visitors. */
const firstAfterMs = 5_000;

/** Finds troubles, and tells the operator about each when it begins and when it is over. */
export function createWatch(deps: WatchDeps): Watch {
  const { alerts, log } = deps;
  const known: Known = { rows: [], found: new Set(), outage: undefined, goodSince: undefined };
  const clocks = createComparedClocks(deps);
  const sendFrom = (source: string): SendRequest =>
    createSendRequest({ ...deps, noteDate: (theirs, at) => clocks.noteDate(source, theirs, at) });
  const ways = openWays({ ...deps, sendRequest: sendFrom("message") });
  const teller = createTeller({ ...deps, ways });
  const machine = createMachineLook(deps);
  const look = createLook({ ...deps, clocks, findOnMachine: machine.find }, known);
  const lookAndTell = async (stopped: AbortSignal) => {
    await look();
    // The store may have failed since the look. The next look notices that.
    await tell(teller, known, stopped).catch((error) =>
      log.warn({ error }, logLines.troublesNotRead),
    );
  };
  const jobs: Job[] = [
    { name: "watch", everyMs, firstAfterMs, run: lookAndTell },
    machine.askForCertificate,
  ];
  if (alerts.heartbeatUrl !== undefined) {
    const heartbeat = { url: alerts.heartbeatUrl, sendRequest: sendFrom("heartbeat"), log };
    const run = createHeartbeat(heartbeat);
    jobs.push({ name: "heartbeat", everyMs: heartbeatEveryMs, run });
  }
  return {
    troubles: () => troublesOf(new Set([...lastingIn(known.rows), ...known.found])),
    jobs,
  };
}

/** While the store fails, each process tells so from its memory. */
async function tell(teller: Teller, { outage, rows }: Known, stopped: AbortSignal): Promise<void> {
  if (outage === undefined) return teller.tellStored(rows, stopped);
  if (!outage.isTold) outage.isTold = await teller.tellOutage(outage.at, stopped);
}
