import type { Hono } from "hono";
import pino from "pino";
import { createApp } from "#server/app.ts";
import { type Config, type Environment, readConfig } from "#server/config.ts";
import type { ServerContext } from "#server/context.ts";
import { type Facts, readAllFacts, standingIn } from "#server/operator/facts.ts";
import { createProxyCheck } from "#server/sign-up/proxies.ts";
import type { Database } from "#server/store/schema.ts";
import { patientAppender } from "#tests/support/store/append-submission.ts";
import { type Engine, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { eventPlan } from "./event-plan.ts";
import { eventPagesOf } from "./pages.ts";

/** The parts of the context and the settings that a test sets itself. */
export type Special = Partial<ServerContext & Config>;

/** The whole application with its own temporary database, which is closed when the test ends. */
export async function openApp(special: Special = {}, engine: Engine = "sqlite") {
  const database = await temporaryDatabase(engine);
  return { app: appOver(database, special), database };
}

/**
 * The whole application with a real database, without a port. A test sets only the dependencies that matter to it; the
 * others have defaults. The application cannot send requests.
 */
export function appOver(database: Database, special: Special = {}): Hono {
  const log = pino({ level: "silent" });
  return createApp({
    event: eventPlan,
    version: undefined,
    publicKey: "key",
    pageFormSends: true,
    securityContact: undefined,
    log,
    plainLog: special.log ?? log,
    clock: () => 1_000,
    steadyClock: () => performance.now(),
    random: Math.random,
    sleep: async () => undefined,
    fetch: () => Promise.reject(new Error("no network")),
    readDisk,
    stopping: new AbortController().signal,
    database,
    signUpDatabase: database,
    readDatabase: database,
    override: () => undefined,
    linkKey: () => undefined,
    roomLink: () => undefined,
    eventPages: eventPagesOf(new Map()),
    append: patientAppender(database),
    limits: () => ({ kind: "free" }),
    proxies: createProxyCheck(0),
    countVisits: () => undefined,
    troublesHere: () => [],
    ...special,
    config: { ...settingsOf({}), allowedOrigins: [], ...special },
  });
}

async function readDisk() {
  return { freeBytes: 1e12, freeShare: 0.9 };
}

export function settingsOf(env: Environment): Config {
  const read = readConfig(env);
  if (read.kind === "mistakes") throw new Error(read.mistakes.join());
  return read.config;
}

/** The settings of a panel: the address of the site, TLS in front of the server, and an account. */
export const panelSettings = {
  SITE_URL: "https://black.example",
  TRUSTED_PROXIES: "1",
  ACTIVECAMPAIGN_URL: "https://exemplo.api-us1.com",
  ACTIVECAMPAIGN_TOKEN: "token",
};

/** The facts that a panel shows at the time `now`. */
export async function factsAt(
  now: number,
  database: Database,
  settings: Environment = {},
): Promise<Facts> {
  const config = settingsOf({ ...panelSettings, ...settings });
  const look = { database, config, event: eventPlan, readDisk, now };
  return readAllFacts({ ...look, ...(await standingIn(database)) });
}
