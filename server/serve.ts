import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { alarms } from "#phrases/alarms.ts";
import { logLines } from "#phrases/log-lines.ts";
import { createVisitCounter } from "#server/counts/visit-counter.ts";
import { connectDelivery, courierJob } from "#server/delivery/courier.ts";
import { askEveryMs, createEventClock } from "#server/event/choices.ts";
import { readFigures } from "#server/figures/figures.ts";
import { readAllFacts, standingIn } from "#server/operator/facts.ts";
import { diskAlarm } from "#server/operator/store-facts.ts";
import { createEventPages } from "#server/pages/event-pages.ts";
import { loadPages, type StaticPages } from "#server/pages/files.ts";
import { firstPanelLink } from "#server/panel/keys.ts";
import type { PanelDeps } from "#server/panel/routes.ts";
import { createRateLimits } from "#server/sign-up/limits.ts";
import { openForReading, openForSignUps } from "#server/store/connection/open-database.ts";
import { readDisk } from "#server/store/connection/sqlite.ts";
import { createAppender } from "#server/store/submissions/submissions.ts";
import { createWatch, type Watch } from "#server/watch/watch.ts";
import { createApp } from "./app.ts";
import { type Environment, readConfig } from "./config.ts";
import type { Context } from "./context.ts";
import { greeting } from "./greeting.ts";
import { listen } from "./http-server.ts";
import { type Job, startJobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { openStore } from "./open-store.ts";
import { realOnly } from "./placeholders.ts";
import { readNetworkTime, retentionJob } from "./retention-job.ts";
import type { Database } from "./store/row-types.ts";
import { sleepFor } from "./waiting.ts";

export type ServeOptions = {
  env: Environment;
  siteFolder: string;
  log: Log;
  /** Writes lines that hold no text of a visitor, without the search for personal data. */
  plainLog?: Pick<Log, "info">;
  /** Ends the process at once with a failure, so that its supervisor (systemd) starts another one. */
  endFailed: () => void;
};

export type Served =
  | { kind: "serving"; lines: string[]; stop: () => Promise<void> }
  | { kind: "refused"; lines: string[] };

/** Starts the server. Mistakes that the operator can correct are returned as lines of text. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { env, siteFolder, log } = options;
  const read = readConfig(env);
  if (read.kind === "mistakes") return { kind: "refused", lines: read.mistakes };
  const { config } = read;
  const pages = await loadPages(siteFolder, config.siteUrl);
  if (pages === undefined)
    return refused(`Ainda não há página em ${siteFolder}. Gere a página com: npm run ready`);
  const opened = await openStore(config.store, { onFileGone: () => endWithoutFile(options) });
  if (opened.kind === "outage") return refused(opened.mistake);
  const context = { config, database: opened.database, log, clock: Date.now, event: launch.event };
  return start(context, options, pages);
}

function refused(line: string): Served {
  return { kind: "refused", lines: [line] };
}

/**
 * Ends the server after the file of its store was removed or replaced, because the next start would not find the
 * sign-ups that the server stores from now on.
 */
function endWithoutFile({ log, endFailed }: ServeOptions): void {
  const { alarm, message } = alarms.fileGone;
  log.fatal({ alarm }, message);
  endFailed();
}

async function start(
  context: Context,
  { siteFolder, plainLog }: ServeOptions,
  built: StaticPages,
): Promise<Served> {
  const { config, database, log, clock, event } = context;
  const { siteUrl, store } = config;
  const stopping = new AbortController();
  // The connections for sign-ups have the shortest time limits. By them the event clock follows the operator again soon
  // after a broken network, and `/readyz` says what sign-ups would meet.
  const signUpDatabase = openForSignUps(store, database);
  const readDatabase = openForReading(store, database);
  const closeStore = async () => {
    for (const one of new Set([readDatabase, signUpDatabase, database])) await one.destroy();
  };
  const signUpContext = { ...context, database: signUpDatabase };
  const eventClock = createEventClock(signUpContext);
  await eventClock.ask();
  const { override, linkKey, roomLink } = eventClock;
  const eventPages = createEventPages({ built, event, siteUrl, override });
  // So the first visitor gets the pages of the present phase compressed.
  await eventPages.start(clock());
  const watch = createWatch({
    ...context,
    signUpDatabase,
    readDatabase,
    override,
    readDisk,
    steadyClock: () => performance.now(),
    fetch,
  });
  // A nearly full disk keeps its room for sign-ups of people.
  const hasRoom = () => watch.troublesHere().every(({ alarm }) => alarm !== diskAlarm);
  const visits = createVisitCounter(context);
  const version = await versionOf(siteFolder);
  const app = createApp(signUpContext, {
    eventPages,
    linkKey,
    roomLink,
    version,
    plainLog,
    panel: panelOf(context, readDatabase, watch, version),
    append: createAppender(signUpDatabase),
    limits: createRateLimits({ hasRoom }),
    publicKey: links.publicKey,
    pageFormSends: launch.inPageFormSends,
    securityContact: realOnly(links.supportEmail),
    countVisits: visits.add,
    stopping: stopping.signal,
  });
  const listening = await listen(app, config);
  if (listening.kind === "refused") {
    await closeStore();
    return refused(listening.mistake);
  }
  const follow = {
    name: "event",
    everyMs: askEveryMs,
    firstAfterMs: askEveryMs,
    run: eventClock.ask,
  };
  const jobs = startJobs([follow, visits.job, ...watch.jobs, ...ledgerJobs(context)], log);
  const panelLink = await firstPanelLink(database, { now: clock(), siteUrl })
    // A store that cannot be written to must not keep the pages from visitors.
    .catch(() => undefined);
  const present = { now: clock(), override: override(), panelLink };
  return {
    kind: "serving",
    lines: greeting(config, listening.port, { links, launch }, present),
    async stop() {
      // From now on `/readyz` answers 503.
      stopping.abort();
      await Promise.all([listening.close(), jobs.stop().then(watch.stop)]);
      // What the last answers counted.
      await visits.stop();
      await closeStore();
    },
  };
}

/** What becomes of the stored sign-ups: they are delivered, and after their time removed. */
function ledgerJobs(context: Context): Job[] {
  const { activeCampaign, retentionDays } = context.config;
  const delivery = connectDelivery(activeCampaign);
  const networkTime = () => readNetworkTime(context.config, fetch);
  return [
    courierJob({ ...context, delivery, random: Math.random }),
    retentionJob({ ...context, networkTime, retentionDays }),
  ];
}

function panelOf(
  context: Context,
  readDatabase: Database,
  { troublesHere }: Watch,
  version: string | undefined,
): PanelDeps["panel"] {
  const { log, clock } = context;
  const reading = { ...context, database: readDatabase };
  return {
    ...context,
    sleep: sleepFor,
    fetch,
    readFigures: () => readFigures(reading),
    async readFacts() {
      const seen = { readDisk, version, now: clock(), ...(await standingIn(readDatabase)) };
      const failed = (error: unknown) => log.error({ error }, logLines.panelFailed);
      return readAllFacts({ ...reading, ...seen }, failed);
    },
    troublesHere,
  };
}

/** The name of the published version to which this site belongs; undefined if it is in no folder of a version. */
async function versionOf(siteFolder: string): Promise<string | undefined> {
  const version = dirname(await realpath(siteFolder));
  return basename(dirname(version)) === "versions" ? basename(version) : undefined;
}
