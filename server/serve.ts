import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import type { EventPlan } from "#event/edition.ts";
import { alarms } from "#phrases/alarms.ts";
import { startRefusals } from "#phrases/greeting.ts";
import { connectDelivery } from "#server/delivery/connect-delivery.ts";
import { type CourierDeps, createCourier } from "#server/delivery/courier.ts";
import { createApp } from "#server/http/app.ts";
import { createVisitCounter } from "#server/http/counts/visit-counter.ts";
import { loadPages } from "#server/http/pages/load-pages.ts";
import type { StaticPages } from "#server/http/pages/prepared-file.ts";
import { listen } from "#server/node/http-server.ts";
import { openForSignUps } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
import { appDeps } from "./app-deps.ts";
import { type Config, readConfig } from "./config.ts";
import { askEveryMs } from "./event-clock.ts";
import { greeting } from "./greeting.ts";
import { startJobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { openPanel } from "./open-panel.ts";
import { openSite } from "./open-site.ts";
import { openStore } from "./open-store.ts";
import { openWatch } from "./open-watch.ts";
import { startRetentionJob } from "./retention-job.ts";
import type { Environment } from "./setting.ts";
import { versionOf } from "./version-of.ts";

export type ServeOptions = {
  env: Environment;
  siteFolder: string;
  log: Log;
  /** Writes lines that hold no text of a visitor, without the search for personal data. */
  plainLog?: Pick<Log, "info">;
  /** Ends the process at once with a failure, so that its supervisor (systemd) starts another one. */
  endFailed: () => void;
  /** The event of the pages: that of `content/launch.ts`, unless this is a rehearsal. */
  event?: EventPlan;
};

export type Served =
  | { kind: "serving"; lines: string[]; stop: () => Promise<void> }
  | { kind: "refused"; lines: string[] };

/** Starts the server. Mistakes that the operator can correct are returned as lines of text. */
export async function serve(options: ServeOptions): Promise<Served> {
  const read = readConfig(options.env);
  if (read.kind === "mistakes") return { kind: "refused", lines: read.mistakes };
  const { config } = read;
  const pages = await loadPages(options.siteFolder, config.siteUrl);
  if (pages === undefined) return refused(startRefusals.notBuilt(options.siteFolder));
  const opened = await openStore(config.store, { onLogRemoved: () => endWithoutLog(options) });
  if (opened.kind === "unusable") return refused(opened.mistake);
  const { log, plainLog, siteFolder, event = launch.event } = options;
  const version = await versionOf(siteFolder);
  return run({ config, pages, version, event, database: opened.database, log, plainLog });
}

function refused(line: string): Served {
  return { kind: "refused", lines: [line] };
}

/**
 * Ends the server after the write-ahead log was removed, because the next start would not find the sign-ups that the
 * server stores from now on.
 */
function endWithoutLog({ log, endFailed }: ServeOptions): void {
  const { alarm, message } = alarms.logRemoved;
  log.fatal({ alarm }, message);
  endFailed();
}

type Ready = {
  config: Config;
  pages: StaticPages;
  version: string | undefined;
  event: EventPlan;
  database: Database;
  log: Log;
  plainLog: Pick<Log, "info"> | undefined;
};

async function run(ready: Ready): Promise<Served> {
  const { config, database, log } = ready;
  const stopping = new AbortController();
  const signUpDatabase = openForSignUps(config.store, database);
  const databases = new Set([signUpDatabase, database]);
  const { pages: built, event } = ready;
  // The connections for sign-ups have the shortest time limits, so that the event clock follows the operator again soon
  // after a broken network.
  const followed = { built, siteUrl: config.siteUrl, event, database: signUpDatabase, log };
  const { site, eventClock } = await openSite(followed);
  const watch = openWatch({ ...ready, signUpDatabase, override: eventClock.override });
  const visits = createVisitCounter(ready);
  const panel = openPanel(ready, watch);
  const more = { signUpDatabase, stopping: stopping.signal, visits, panel };
  const app = createApp(appDeps(ready, site, more));
  const listening = await listen(app, config);
  if (listening.kind === "refused") {
    for (const opened of databases) await opened.destroy();
    return refused(listening.mistake);
  }
  const courier = createCourier(courierDeps(ready));
  courier.start();
  const { retentionDays } = config;
  const retentionJob = startRetentionJob({ database, log, clock: Date.now, retentionDays });
  const jobs = startJobs([
    { name: "event", everyMs: askEveryMs, firstAfterMs: askEveryMs, run: eventClock.ask },
    ...watch.jobs,
  ]);
  const workers = [courier, retentionJob, jobs];
  const present = { now: Date.now(), override: eventClock.override() };
  return {
    kind: "serving",
    lines: greeting(config, listening.port, { links, launch }, present),
    async stop() {
      // From now on `/readyz` answers 503.
      stopping.abort();
      await Promise.all([listening.close(), ...workers.map((worker) => worker.stop())]);
      // The counter counts what the requests say, so it stops after the last answer.
      await visits.stop();
      for (const opened of databases) await opened.destroy();
    },
  };
}

function courierDeps({ config, database, log }: Ready): CourierDeps {
  const delivery = connectDelivery(config.activeCampaign);
  return { database, log, delivery, random: Math.random };
}
