import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { notDeliveredOnce, startCourierServers } from "#tests/support/faults/courier.ts";
import { type Load, startLoad } from "#tests/support/faults/load.ts";
import { type FaultProxy, startFaultProxy } from "#tests/support/faults/proxy.ts";
import { type FaultServer, rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { type Pair, promote, startPair } from "#tests/support/faults/standby.ts";
import {
  countInPostgres,
  emailSequence,
  emailsInPostgres,
  missingFrom,
} from "#tests/support/faults/store.ts";
import { tellPostgres } from "#tests/support/store/temporary-database.ts";

const failovers = Math.ceil(rounds / 25);
const failoverTimeLimitMs = 180_000;
const visitors = 4;
const recovery = { timeout: 60_000, interval: 20 };

/** Both tests use the first pair: the last failover of a pair is the end of its primary. */
const pairs: Pair[] = [];
const stops: (() => Promise<void>)[] = [];

beforeAll(async () => {
  pairs.push(await startPair((stop) => stops.push(stop)));
}, failoverTimeLimitMs);
afterAll(async () => {
  for (const stop of stops) await stop();
});

test(
  "a server whose Postgres was a standby for a while needs no restart",
  async () => {
    const pair = pairs[0] ?? (await startPair());
    const { network, servers, loads } = await startScene(pair);
    await untilAcknowledged(loads);
    network.redirectTo(pair.standby.url);
    network.cut();
    for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(503);
    await untilRefused(loads);
    // The proxy redirects only new connections: the connections to the standby stay open, and the visitors' sign-ups
    // keep them in use.
    network.redirectTo(pair.primary.url);
    await untilAcknowledged(loads);
    for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(200);
    await Promise.all(loads.map(({ end }) => end()));
    await expectStoredOnce(pair.primary.url, loads);
  },
  failoverTimeLimitMs,
);

test(
  `after a primary is killed (${failovers} times), the standby has all, once`,
  async () => {
    for (let failover = 0; failover < failovers; failover += 1)
      await failOver(pairs.pop() ?? (await startPair()));
  },
  failovers * failoverTimeLimitMs,
);

async function failOver(pair: Pair): Promise<void> {
  const { network, servers, loads, visit } = await startScene(pair);
  const courier = await startCourierScene(pair, network);
  await untilAcknowledged(loads);
  await courier.isAmidDeliveries();
  await pair.primary.kill();
  await untilRefused(loads);
  for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(503);
  await promote(pair.standby);
  network.redirectTo(pair.standby.url);
  await untilAcknowledged(loads);
  for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(200);
  await Promise.all(loads.map(({ end }) => end()));
  // New visitors: one from before may still get the refusal of a sign-up that it sent during the loss.
  const later = visit();
  await untilAcknowledged(later);
  await Promise.all(later.map(({ end }) => end()));
  expect(later.flatMap(({ refusals }) => refusals)).toEqual([]);
  const all = [...loads, ...later];
  await expectStoredOnce(pair.standby.url, all);
  expect(all.flatMap((load) => [...load.unanswered, ...load.unconnected])).toEqual([]);
  await courier.expectDeliveredOnce();
}

type Scene = {
  network: FaultProxy;
  servers: FaultServer[];
  loads: Load[];
  /** Starts further visitors of both servers. */
  visit: () => Load[];
};

/** Starts two servers with the same URL of Postgres, and visitors who repeat refused sign-ups. */
async function startScene({ primary }: Pair): Promise<Scene> {
  const network = await startFaultProxy(primary.url);
  const settings = { DATABASE_URL: network.url };
  const servers = await Promise.all([startFaultServer(settings), startFaultServer(settings)]);
  const newEmail = emailSequence();
  const visit = () => {
    const loads = servers.map(({ url }) => startLoad({ url, newEmail, visitors, repeats: true }));
    onTestFinished(async () => {
      await Promise.all(loads.map(({ end }) => end()));
    });
    return loads;
  };
  return { network, servers, loads: visit(), visit };
}

/** A server that delivers leads, with a database of its own at the same Postgres. */
async function startCourierScene({ primary }: Pair, network: FaultProxy) {
  await tellPostgres(primary.url, "create database deliveries");
  const url = new URL("/deliveries", network.url).href;
  const { fake, startServer, signUp, countDelivered } = await startCourierServers({
    kind: "postgres",
    url,
  });
  const emails = Array.from({ length: 4 }, emailSequence());
  await signUp(emails);
  await startServer();
  return {
    isAmidDeliveries: () => expect.poll(() => fake.requests.length, recovery).toBeGreaterThan(2),
    async expectDeliveredOnce() {
      await expect.poll(() => countDelivered().catch(() => 0), recovery).toBe(emails.length);
      expect(notDeliveredOnce(fake, emails)).toEqual([]);
      expect(fake.contacts).toHaveLength(emails.length);
      expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
    },
  };
}

/** Waits until each server has acknowledged, since this call, as many sign-ups as it has visitors. */
async function untilAcknowledged(loads: Load[]): Promise<void> {
  const more = loads.map(({ acknowledged }) => acknowledged.size + visitors);
  const isBack = () =>
    loads.every(({ acknowledged }, index) => acknowledged.size >= (more[index] ?? 0));
  await expect.poll(isBack, recovery).toBe(true);
}

/** Waits until each server has refused, since this call, as many sign-ups as it has visitors. */
async function untilRefused(loads: Load[]): Promise<void> {
  const more = loads.map(({ refusals }) => refusals.length + visitors);
  const isAway = () => loads.every(({ refusals }, index) => refusals.length >= (more[index] ?? 0));
  await expect.poll(isAway, recovery).toBe(true);
}

async function expectStoredOnce(url: string, loads: Load[]): Promise<void> {
  const acknowledged = loads.flatMap((load) => [...load.acknowledged]);
  const stored = await emailsInPostgres(url);
  expect(missingFrom(stored, acknowledged)).toEqual([]);
  expect(await countInPostgres(url, "submissions"), "rows and e-mails").toBe(stored.size);
  const answers = loads.flatMap(({ refusals }) => refusals);
  expect(new Set(answers.map(({ status, retryAfter }) => `${status}, ${retryAfter}`))).toEqual(
    new Set(["503, 5"]),
  );
}
