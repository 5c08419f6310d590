import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import pino from "pino";
import { type AppDeps, createApp } from "#server/http/app.ts";
import { createMetrics } from "#server/http/operator/metrics.ts";
import { createAppender } from "#server/storage/submissions/group-commit.ts";
import type { Database } from "#server/storage/tables.ts";

/** The whole application over a real database, without a port; what a test cares about it says itself. */
export function appOver(database: Database, special: Partial<AppDeps> = {}): Hono {
  const clock = () => 1_000;
  const metrics = createMetrics(database, clock);
  return createApp({
    append: createAppender(database, metrics.measureCommit),
    database,
    metrics,
    metricsToken: undefined,
    securityContact: undefined,
    stopping: new AbortController().signal,
    newRequestId: randomUUID,
    limits: () => ({ kind: "free" }),
    log: pino({ level: "silent" }),
    publicKey: "key",
    pageFormSends: true,
    clock,
    pages: new Map(),
    allowedOrigins: [],
    trustedProxies: 0,
    ...special,
  });
}
