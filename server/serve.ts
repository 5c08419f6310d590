import { realpath } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { live } from "#content/room.ts";
import { alarms } from "#phrases/alarms.ts";
import { createVisitCounter } from "#server/counts/visit-counter.ts";
import { courierJob } from "#server/delivery/courier.ts";
import { askEveryMs, createEventClock } from "#server/event/choices.ts";
import { diskAlarm } from "#server/operator/store-facts.ts";
import { createEventPages } from "#server/pages/event-pages.ts";
import { loadPages, type StaticPages } from "#server/pages/files.ts";
import { firstPanelLink } from "#server/panel/keys.ts";
import { createRateLimits } from "#server/sign-up/limits.ts";
import { createProxyCheck } from "#server/sign-up/proxies.ts";
import { readDisk } from "#server/store/connection/sqlite.ts";
import { openForReading, openForSignUps, openStore } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { createAppender } from "#server/store/submissions.ts";
import { createWatch } from "#server/watch/watch.ts";
import { createApp } from "./app.ts";
import { type Config, type Environment, readConfig } from "./config.ts";
import type { ServerContext } from "./context.ts";
import { greeting } from "./greeting.ts";
import { listen } from "./http-server.ts";
import { startJobs } from "./jobs.ts";
import type { Log } from "./log.ts";
import { realOnly } from "./placeholders.ts";
import { retentionJob } from "./retention-job.ts";
import { sleepFor } from "./waiting.ts";

export type ServeOptions = {
  env: Environment;
  siteFolder: string;
  log: Log;
  /** A log for lines without any text of a visitor: it does not search them for personal data, and is faster. */
  plainLog: Pick<Log, "info">;
  /** Ends the process at once with a failure, so that its supervisor (systemd) starts another one. */
  endFailed: () => void;
};

export type Served =
  | { kind: "serving"; lines: string[]; stop: () => Promise<void> }
  | { kind: "refused"; lines: string[] };

/** Starts the server. Mistakes that the operator can correct are returned as lines of text. */
export async function serve(options: ServeOptions): Promise<Served> {
  const { env, siteFolder } = options;
  const read = readConfig(env);
  if (read.kind === "mistakes") return { kind: "refused", lines: read.mistakes };
  const { config } = read;
  const pages = await loadPages(siteFolder, config.siteUrl);
  if (pages === undefined)
    return refused(`Ainda não há página em ${siteFolder}. Gere a página com: npm run ready`);
  const opened = await openStore(config.store, { onFileGone: () => endWithoutFile(options) });
  if (opened.kind === "outage") return refused(opened.mistake);
  return start(options, config, opened.database, pages);
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
  { siteFolder, log, plainLog }: ServeOptions,
  config: Config,
  database: Database,
  built: StaticPages,
): Promise<Served> {
  const { siteUrl, store } = config;
  const { event } = launch;
  const stopping = new AbortController();
  const signUpDatabase = openForSignUps(store, database);
  const readDatabase = openForReading(store, database);
  const closeStore = async () => {
    for (const one of new Set([readDatabase, signUpDatabase, database])) await one.destroy();
  };
  const world = {
    config,
    event,
    log,
    plainLog,
    database,
    signUpDatabase,
    readDatabase,
    fetch,
    readDisk,
    clock: Date.now,
    steadyClock: () => performance.now(),
    random: Math.random,
    sleep: sleepFor,
    stopping: stopping.signal,
    version: await versionOf(siteFolder),
    publicKey: links.publicKey,
    pageFormSends: launch.inPageFormSends,
    securityContact: realOnly(links.supportEmail),
  };
  const { ask: askEvent, ...eventClock } = createEventClock(world);
  await askEvent();
  const { override } = eventClock;
  const eventPages = createEventPages({ built, event, siteUrl, override });
  // Waits until the pages of the present phase are compressed, so that the first visitor gets them compressed.
  await eventPages.start(world.clock());
  const visits = createVisitCounter(world);
  const watch = createWatch({ ...world, override });
  const { troublesHere } = watch;
  // A nearly full disk keeps its free space for the sign-ups of people.
  const hasRoom = () => troublesHere().every(({ alarm }) => alarm !== diskAlarm);
  const server: ServerContext = {
    ...world,
    ...eventClock,
    eventPages,
    append: createAppender(signUpDatabase),
    limits: createRateLimits({ clock: world.steadyClock, hasRoom }),
    proxies: createProxyCheck(config.trustedProxies),
    countVisits: visits.add,
    troublesHere,
  };
  const listening = await listen(createApp(server), config);
  if (listening.kind === "refused") {
    await closeStore();
    return refused(listening.mistake);
  }
  const follow = { name: "event", everyMs: askEveryMs, firstAfterMs: askEveryMs, run: askEvent };
  const ledger = [courierJob(server), retentionJob(server)];
  const jobs = startJobs([follow, visits.job, ...watch.jobs, ...ledger], log);
  const now = world.clock();
  const panelLink = await firstPanelLink(database, { now, siteUrl })
    // If the store cannot be written to, the server starts without a link, because visitors need the pages.
    .catch(() => undefined);
  const present = { now, override: override(), panelLink };
  return {
    kind: "serving",
    lines: greeting(config, listening.port, { links: { live, ...links }, event }, present),
    async stop() {
      // From now on `/readyz` answers 503, because the server is stopping.
      stopping.abort();
      await Promise.all([listening.close(), jobs.stop().then(watch.stop)]);
      // Writes the counts of the last answers.
      await visits.stop();
      await closeStore();
    },
  };
}

/** The name of the published version to which this site belongs; undefined if the site is in no version's folder. */
async function versionOf(siteFolder: string): Promise<string | undefined> {
  const version = dirname(await realpath(siteFolder));
  return basename(dirname(version)) === "versions" ? basename(version) : undefined;
}
