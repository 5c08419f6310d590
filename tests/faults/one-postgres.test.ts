import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import {
  buildBeforehand,
  type FaultServer,
  startFaultServer,
} from "#tests/support/fault-server.ts";
import { signUp } from "#tests/support/fault-sign-up.ts";
import { countInPostgres } from "#tests/support/fault-store.ts";
import { createPostgresDatabase } from "#tests/support/temporary-database.ts";

const processes = 8;
const times = 50;
const lookAgainMs = 50;
/** Longer than the bookkeepers rest: the sign-ups of one person fall to several of them. */
const spreadMs = 2_500;
const testTimeLimitMs = 30_000;
const email = "ana@example.com";

buildBeforehand();

test(
  `${processes} servers on one Postgres make one lead of the same sign-up sent ${times} times at once`,
  async () => {
    const { url, servers } = await startServers();
    expect(await send(servers, { email })).toEqual([200]);
    await expectSettled(url);
    expect(await counts(url)).toEqual({ submissions: times, leads: 1, deliveries: 1 });
  },
  testTimeLimitMs,
);

test(
  `they make one lead of it, too, when several of them keep its books at once`,
  async () => {
    const { url, servers } = await startServers();
    expect(await send(servers, { email, withinMs: spreadMs })).toEqual([200]);
    await expectSettled(url);
    const batches = "(select distinct settled_at from submissions) as batches";
    expect(await countInPostgres(url, batches)).toBeGreaterThan(1);
    expect(await counts(url)).toEqual({ submissions: times, leads: 1, deliveries: 1 });
  },
  testTimeLimitMs,
);

test(
  `they keep one sign-up of those sent ${times} times at once under the same key`,
  async () => {
    const { url, servers } = await startServers();
    expect(await send(servers, { email, key: "0123456789abcdef" })).toEqual([200]);
    await expectSettled(url);
    expect(await counts(url)).toEqual({ submissions: 1, leads: 1, deliveries: 1 });
  },
  testTimeLimitMs,
);

async function startServers(): Promise<{ url: string; servers: FaultServer[] }> {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const servers = await Promise.all(
    Array.from({ length: processes }, () => startFaultServer({ DATABASE_URL: store.url })),
  );
  return { url: store.url, servers };
}

type Sent = { email: string; key?: string; withinMs?: number };

/** The statuses that came, each once. */
async function send(servers: FaultServer[], sent: Sent): Promise<number[]> {
  const all = Array.from({ length: times }, async (_, index) => {
    const { withinMs = 0, ...what } = sent;
    await sleep(withinMs * Math.random());
    return signUp({ url: servers[index % processes]?.url ?? "", ...what });
  });
  return [...new Set((await Promise.all(all)).map(({ status }) => status))];
}

async function expectSettled(url: string): Promise<void> {
  const unsettled = () => countInPostgres(url, "submissions where settled_at is null");
  await expect.poll(unsettled, { timeout: 10_000, interval: lookAgainMs }).toBe(0);
}

async function counts(url: string) {
  return {
    submissions: await countInPostgres(url, "submissions"),
    leads: await countInPostgres(url, "leads"),
    deliveries: await countInPostgres(url, "deliveries"),
  };
}
