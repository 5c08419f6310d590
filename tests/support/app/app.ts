import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import pino from "pino";
import { onTestFinished } from "vitest";
import { type AppDeps, createApp } from "#server/app.ts";
import { createMetrics } from "#server/operator/metrics.ts";
import type { Database } from "#server/store/row-types.ts";
import { createAppender } from "#server/store/submissions/submissions.ts";
import { type Engine, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { eventPagesOf } from "./pages.ts";
import { panelOver } from "./panel.ts";

/** The whole application over its own temporary database, which is closed when the test ends. */
export async function openApp(special: Partial<AppDeps> = {}, engine: Engine = "sqlite") {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  return { app: appOver(database, special), database };
}

/**
 * The whole application over a real database, without a port. A test gives only the dependencies that matter to it; the
 * others have defaults.
 */
export function appOver(database: Database, special: Partial<AppDeps> = {}): Hono {
  const clock = () => 1_000;
  const metrics = createMetrics(database, clock);
  return createApp({
    append: createAppender(database, metrics.measureCommit),
    database,
    metrics,
    countVisits: () => undefined,
    version: undefined,
    panel: panelOver(database, { clock }),
    metricsToken: undefined,
    securityContact: undefined,
    stopping: new AbortController().signal,
    newRequestId: randomUUID,
    limits: () => ({ kind: "free" }),
    log: pino({ level: "silent" }),
    publicKey: "key",
    pageFormSends: true,
    clock,
    eventPages: eventPagesOf(new Map()),
    linkKey: () => undefined,
    room: () => undefined,
    allowedOrigins: [],
    trustedProxies: 0,
    ...special,
  });
}
