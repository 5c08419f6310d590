import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import { launch } from "#content/launch.ts";
import { links } from "#content/links.ts";
import { type CourierDeps, createCourier } from "#server/delivery/courier.ts";
import { type AppDeps, createApp } from "#server/http/app.ts";
import type { Database } from "#server/storage/tables.ts";
import { type Config, readConfig } from "./config.ts";
import {
  type ActiveCampaignSettings,
  connectActiveCampaign,
} from "./delivery/active-campaign/client.ts";
import { createTagIds } from "./delivery/active-campaign/tags.ts";
import { greeting } from "./greeting.ts";
import { createRateLimits } from "./http/add-contact/rate-limits.ts";
import { createMetrics } from "./http/operator/metrics.ts";
import { loadPages, type StaticPages } from "./http/pages/load-pages.ts";
import { listen } from "./node/listen.ts";
import { type Running, stopInOrder } from "./node/shutdown.ts";
import { openStore } from "./open-store.ts";
import { realOnly } from "./placeholders.ts";
import { startRetentionJob } from "./retention-job.ts";
import type { Environment } from "./setting.ts";
import { openForSignUps } from "./storage/connection/open-database.ts";
import { createAppender } from "./storage/submissions/group-commit.ts";

export type ServeOptions = {
  env: Environment;
  siteFolder: string;
  log: Logger;
  /** Ends the process at once with a failure, so that its supervisor (systemd) starts another one. */
  endFailed: () => void;
};

export type Served =
  | { kind: "serving"; lines: string[]; stop: () => Promise<void> }
  | { kind: "refused"; lines: string[] };

/** From the settings to a server that answers; whatever the operator can mend comes back as lines. */
export async function serve(options: ServeOptions): Promise<Served> {
  const read = readConfig(options.env);
  if (read.kind === "mistakes") return { kind: "refused", lines: read.mistakes };
  const pages = await loadPages(options.siteFolder, read.config.siteUrl);
  if (pages === undefined) return refused(notBuilt(options.siteFolder));
  const opened = await openStore(read.config.store, { onLogRemoved: () => endFor(options) });
  if (opened.kind === "unusable") return refused(opened.mistake);
  return run(options, { config: read.config, pages, database: opened.database });
}

/** Ends the server, because the next start would not find the sign-ups that it stores from now on. */
function endFor({ log, endFailed }: ServeOptions): void {
  log.fatal(
    "The store's write-ahead log was removed while it was in use. All sign-ups were saved into leads.sqlite, and the server ends, to be started again. Never delete leads.sqlite-wal or leads.sqlite-shm.",
  );
  endFailed();
}

function notBuilt(folder: string): string {
  return `The built site is missing in ${folder}. Build it with: npm run build`;
}

function refused(line: string): Served {
  return { kind: "refused", lines: [line] };
}

type Ready = { config: Config; pages: StaticPages; database: Database };

async function run({ log }: ServeOptions, { config, pages, database }: Ready): Promise<Served> {
  const stopping = new AbortController();
  const signUps = openForSignUps(config.store, database);
  const databases = new Set([signUps, database]);
  const parts = { config, pages, database, signUps, log, stopping: stopping.signal };
  const listening = await listen(createApp(appDeps(parts)), config);
  if (listening.kind === "refused") {
    for (const opened of databases) await opened.destroy();
    return refused(listening.mistake);
  }
  const courier = createCourier(courierDeps({ config, database, log }));
  courier.start();
  const { retentionDays } = config;
  const house = startRetentionJob({ database, log, clock: Date.now, retentionDays });
  const stop = () => Promise.all([courier.stop(), house.stop()]).then(() => undefined);
  const workers = { ...courier, stop };
  const running: Running = { servers: listening.servers, stopping, courier: workers, databases };
  const lines = greeting(config, listening.port, { links, launch });
  return { kind: "serving", lines, stop: () => stopInOrder(running) };
}

type AppParts = Ready & { signUps: Database; log: Logger; stopping: AbortSignal };

function appDeps({ config, database, signUps, ...rest }: AppParts): AppDeps {
  const metrics = createMetrics(database, Date.now);
  return {
    append: createAppender(signUps, metrics.commit),
    // Not by the clock on the wall: set back an hour, it would shut everybody out for as long.
    limits: createRateLimits(() => performance.now()),
    clock: Date.now,
    newRequestId: randomUUID,
    publicKey: links.publicKey,
    pageFormSends: launch.inPageFormSends,
    allowedOrigins: config.allowedOrigins,
    trustedProxies: config.trustedProxies,
    metricsToken: config.metricsToken,
    securityContact: realOnly(links.supportEmail),
    // LeadRequest whether it can store, the server tries the way that a sign-up takes.
    database: signUps,
    metrics,
    ...rest,
  };
}

type Parts = { config: Config; database: Database; log: Logger };

function courierDeps({ config, database, log }: Parts): CourierDeps {
  const settings = config.activeCampaign;
  const delivery = settings && deliveryTo(settings);
  return { database, log, delivery, random: Math.random };
}

function deliveryTo(settings: ActiveCampaignSettings): CourierDeps["delivery"] {
  const activeCampaign = connectActiveCampaign(settings, { fetch });
  const { list, tags } = settings;
  return { activeCampaign, target: { list, tags, tagIds: createTagIds() } };
}
