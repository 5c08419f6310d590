import { sql } from "kysely";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { appOver } from "#tests/support/app/app.ts";
import { engines, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createReadiness } from "./health.ts";

test.each(engines)(
  "on %s the server is ready while it can store, and again after a failure",
  async (engine) => {
    const { database, close } = await openTemporaryDatabase(engine);
    onTestFinished(close);
    let now = 0;
    const app = appOver(database, { clock: () => now });
    const ask = async () => {
      now += 1_000;
      const { status, headers } = await app.request("/readyz");
      return [status, headers.get("cache-control"), headers.get("retry-after")];
    };
    expect(await ask()).toEqual([200, "no-store", null]);
    await database.schema.alterTable("kysely_migration_lock").renameTo("elsewhere").execute();
    expect(await ask()).toEqual([503, "no-store", "1"]);
    await database.schema.alterTable("elsewhere").renameTo("kysely_migration_lock").execute();
    expect(await ask()).toEqual([200, "no-store", null]);
  },
);

test("a server with a read-only store is not ready, but healthy", async () => {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  await sql`pragma query_only = on`.execute(database);
  const app = appOver(database);
  expect((await app.request("/readyz")).status).toBe(503);
  expect((await app.request("/healthz")).status).toBe(200);
});

test("a server that is about to stop is not ready, but healthy", async () => {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  const stopping = new AbortController();
  const app = appOver(database, { stopping: stopping.signal });
  expect((await app.request("/readyz")).status).toBe(200);
  stopping.abort();
  expect((await app.request("/readyz")).status).toBe(503);
  expect((await app.request("/healthz")).status).toBe(200);
});

test("the store is tested at most once a second", async () => {
  const { database, close } = await openTemporaryDatabase();
  onTestFinished(close);
  let now = 0;
  const log = pino({ level: "silent" });
  const stopping = new AbortController().signal;
  const ready = createReadiness({ database, log, clock: () => now, stopping });
  const ask = async () => (await ready()).status;
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
  await sql`pragma query_only = on`.execute(database);
  now = 999;
  expect(await ask()).toBe(200);
  now = 1_000;
  expect(await ask()).toBe(503);
});
