import type { Hono } from "hono";
import pino from "pino";
import { onTestFinished } from "vitest";
import { type AppParts, createApp } from "#server/app.ts";
import { type Config, readConfig } from "#server/config.ts";
import type { Context } from "#server/context.ts";
import type { Database } from "#server/store/row-types.ts";
import { patientAppender } from "#tests/support/store/append-submission.ts";
import { type Engine, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { eventPlan } from "./event-plan.ts";
import { eventPagesOf } from "./pages.ts";
import { panelOver } from "./panel.ts";

/** What a test gives itself of the context, its settings and the parts of the application. */
export type Special = Partial<AppParts & Context & Config>;

/** The whole application over its own temporary database, which is closed when the test ends. */
export async function openApp(special: Special = {}, engine: Engine = "sqlite") {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return { app: appOver(database, special), database };
}

/**
 * The whole application over a real database, without a port. A test gives only the dependencies that matter to it; the
 * others have defaults.
 */
export function appOver(database: Database, special: Special = {}): Hono {
  const clock = () => 1_000;
  const read = readConfig({});
  if (read.kind === "mistakes") throw new Error(read.mistakes.join());
  const config = { ...read.config, allowedOrigins: [], ...special };
  const log = pino({ level: "silent" });
  const context = { database, log, clock, event: eventPlan, ...special, config };
  return createApp(context, {
    append: patientAppender(database),
    countVisits: () => undefined,
    version: undefined,
    panel: panelOver(database, { clock }),
    securityContact: undefined,
    stopping: new AbortController().signal,
    limits: () => ({ kind: "free" }),
    publicKey: "key",
    pageFormSends: true,
    eventPages: eventPagesOf(new Map()),
    linkKey: () => undefined,
    roomLink: () => undefined,
    ...special,
  });
}
