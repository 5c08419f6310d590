import { sql } from "kysely";
import { expect, test } from "vitest";
import { openApp } from "#tests/support/app/app.ts";
import { logTo } from "#tests/support/log-to.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s the server is ready while it can store, and again after a failure",
  async (engine) => {
    let now = 0;
    const { app, database } = await openApp({ clock: () => now }, engine);
    const ask = async () => {
      now += 1_000;
      const { status, headers } = await app.request("/readyz");
      return [status, headers.get("cache-control"), headers.get("retry-after")];
    };
    expect(await ask()).toEqual([200, "no-store", null]);
    await database.schema.alterTable("readiness").renameTo("elsewhere").execute();
    expect(await ask()).toEqual([503, "no-store", "1"]);
    await database.schema.alterTable("elsewhere").renameTo("readiness").execute();
    expect(await ask()).toEqual([200, "no-store", null]);
  },
);

test("a server with a read-only store raises an alarm and is not ready, but healthy", async () => {
  const lines: unknown[] = [];
  const log = logTo((line) => lines.push(JSON.parse(line)));
  const { app, database } = await openApp({ log });
  await sql`pragma query_only = on`.execute(database);
  expect((await app.request("/readyz")).status).toBe(503);
  expect(lines).toEqual([
    expect.objectContaining({
      alarm: "gravacao-parada",
      msg: expect.stringContaining("as inscrições são recusadas (só é possível ler"),
    }),
  ]);
  expect((await app.request("/healthz")).status).toBe(200);
});

test("a server that is about to stop is not ready, but healthy", async () => {
  const stopping = new AbortController();
  const { app } = await openApp({ stopping: stopping.signal });
  expect((await app.request("/readyz")).status).toBe(200);
  stopping.abort();
  expect((await app.request("/readyz")).status).toBe(503);
  expect((await app.request("/healthz")).status).toBe(200);
});

test("the store is tested at most once a second", async () => {
  let now = 0;
  const { app, database } = await openApp({ clock: () => now });
  const ask = async () => (await app.request("/readyz")).status;
  expect(await Promise.all([ask(), ask()])).toEqual([200, 200]);
  await sql`pragma query_only = on`.execute(database);
  now = 999;
  expect(await ask()).toBe(200);
  now = 1_000;
  expect(await ask()).toBe(503);
});
