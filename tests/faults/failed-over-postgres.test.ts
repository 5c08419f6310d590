import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
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

const roundsPerFailover = 25;
const failovers = Math.ceil(rounds / roundsPerFailover);
const failoverTimeLimitMs = 90_000;
const visitors = 6;
const recovery = { timeout: 15_000, interval: 10 };

test(
  `after a primary is killed under load (${failovers} times), the promoted standby has every acknowledged sign-up, and none twice`,
  async () => {
    for (let failover = 0; failover < failovers; failover++) await failOver();
  },
  failovers * failoverTimeLimitMs,
);

async function failOver(): Promise<void> {
  const { pair, network, servers, loads } = await startScene();
  await untilAcknowledged(loads);
  await pair.primary.kill();
  const killedAt = performance.now();
  for (const { refusals } of loads) await expect.poll(() => refusals.length, recovery).not.toBe(0);
  await promote(pair.standby);
  network.redirectTo(pair.standby.url);
  const redirectedAt = performance.now();
  await untilAcknowledged(loads);
  const backAt = performance.now();
  for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(200);
  const refused = countRefused(loads);
  await untilAcknowledged(loads);
  await Promise.all(loads.map(({ end }) => end()));
  const { stored, acknowledged, missing } = await compareWithStore(pair.standby.url, loads);
  process.stdout.write(
    `Primary killed: ${acknowledged} acknowledged, ${missing.length} missing, ${refused} refused; both servers answered 200 again ${Math.round(backAt - redirectedAt)} ms after the redirect, and ${Math.round(backAt - killedAt)} ms after the kill.\n`,
  );
  expect(missing).toEqual([]);
  expect(stored.rows, "rows and different e-mails").toBe(stored.emails);
  expect(countRefused(loads), "refused after both servers were ready again").toBe(refused);
  expect(loads.flatMap((load) => [...load.unanswered, ...load.unconnected])).toEqual([]);
}

test(
  "the server needs no restart after the address of Postgres has led to a standby for a while",
  async () => {
    const { pair, network, servers, loads } = await startScene();
    await untilAcknowledged(loads);
    network.redirectTo(pair.standby.url);
    network.cut();
    for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(503);
    await sleep(1_000);
    // The proxy redirects only new connections: the connections to the standby stay open, and the visitors' sign-ups
    // keep them busy.
    network.redirectTo(pair.primary.url);
    const redirectedAt = performance.now();
    await untilAcknowledged(loads);
    const backAfterMs = Math.round(performance.now() - redirectedAt);
    for (const { readiness } of servers) await expect.poll(readiness, recovery).toBe(200);
    await Promise.all(loads.map(({ end }) => end()));
    const { stored, acknowledged, missing } = await compareWithStore(pair.primary.url, loads);
    process.stdout.write(
      `Read only for a while: ${acknowledged} acknowledged, ${missing.length} missing, ${countRefused(loads)} refused; both servers answered 200 again ${backAfterMs} ms after the redirect.\n`,
    );
    expect(missing).toEqual([]);
    expect(stored.rows, "rows and different e-mails").toBe(stored.emails);
  },
  failoverTimeLimitMs,
);

type Scene = { pair: Pair; network: FaultProxy; servers: FaultServer[]; loads: Load[] };

/** Starts two servers with the same URL of Postgres, and visitors who repeat refused sign-ups. */
async function startScene(): Promise<Scene> {
  const pair = await startPair();
  const network = await startFaultProxy(pair.primary.url);
  const settings = { DATABASE_URL: network.url };
  const servers = await Promise.all([startFaultServer(settings), startFaultServer(settings)]);
  const newEmail = emailSequence();
  const loads = servers.map(({ url }) => startLoad({ url, newEmail, visitors, repeats: true }));
  onTestFinished(async () => {
    await Promise.all(loads.map(({ end }) => end()));
  });
  return { pair, network, servers, loads };
}

/** Waits until each server has acknowledged, since this call, as many sign-ups as it has visitors. */
async function untilAcknowledged(loads: Load[]): Promise<void> {
  const more = loads.map(({ acknowledged }) => acknowledged.size + visitors);
  const isBack = () =>
    loads.every(({ acknowledged }, index) => acknowledged.size >= (more[index] ?? 0));
  await expect.poll(isBack, recovery).toBe(true);
}

function countRefused(loads: Load[]): number {
  return loads.flatMap(({ refusals }) => refusals).length;
}

async function compareWithStore(url: string, loads: Load[]) {
  const acknowledged = loads.flatMap((load) => [...load.acknowledged]);
  const emails = await emailsInPostgres(url);
  const rows = await countInPostgres(url, "submissions");
  const missing = missingFrom(emails, acknowledged);
  return { stored: { rows, emails: emails.size }, acknowledged: acknowledged.length, missing };
}
