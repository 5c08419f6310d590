import type { Hono } from "hono";
import pino from "pino";
import { type AppDeps, createApp } from "#server/http/app.ts";
import { createAppender } from "#server/storage/group-commit.ts";
import type { Database } from "#server/storage/tables.ts";

/** The whole application over a real database, without a port; what a test cares about it says itself. */
export function appOver(database: Database, special: Partial<AppDeps> = {}): Hono {
  return createApp({
    append: createAppender(database),
    limits: () => 0,
    log: pino({ level: "silent" }),
    publicKey: "key",
    clock: () => 1_000,
    pages: new Map(),
    allowedOrigins: [],
    trustedProxies: 0,
    ...special,
  });
}
