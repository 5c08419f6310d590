import { expect, test } from "vitest";
import { type Loss, startFaultProxy } from "#tests/support/faults/proxy.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { signUp } from "#tests/support/faults/sign-up.ts";
import { countInPostgres, postgresDatabase } from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";

const testTimeLimitMs = 40_000;
const recovery = { timeout: 15_000, interval: 100 };
const key = "0123456789abcdef";

test.each<{ what: Loss; storedBefore: number }>([
  { what: "everything", storedBefore: 0 },
  // In this round Postgres stores the sign-up, but its answer does not reach the server.
  { what: "answers", storedBefore: 1 },
])(
  "while $what between server and Postgres is lost, a sign-up is answered 503, and its repetition is stored once",
  async ({ what, storedBefore }) => {
    const url = await postgresDatabase();
    const network = await startFaultProxy(url);
    const server = await startFaultServer({ DATABASE_URL: network.url });
    const send = (email: string, own?: string) =>
      signUp({ url: server.url, email, ...(own && { key: own }) });
    const stored = () => countInPostgres(url, `submissions where idempotency_key = '${key}'`);
    expect(await send("first@example.com")).toMatchObject({ status: 200 });
    network.lose(what);
    const refused = { status: 503, retryAfter: "5" };
    expect(await send(ana.email, key)).toEqual(refused);
    const others = ["b@example.com", "c@example.com"].map((email) => send(email));
    expect(await Promise.all(others)).toEqual([refused, refused]);
    expect(await server.readiness()).toBe(503);
    await expect.poll(stored, recovery).toBe(storedBefore);
    network.restore();
    await expect.poll(() => send("later@example.com"), recovery).toMatchObject({ status: 200 });
    await expect.poll(server.readiness, recovery).toBe(200);
    expect(await send(ana.email, key)).toMatchObject({ status: 200 });
    expect(await stored()).toBe(1);
  },
  testTimeLimitMs,
);
