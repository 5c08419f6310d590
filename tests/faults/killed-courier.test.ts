import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startChance } from "#tests/support/chance.ts";
import {
  type CourierServers,
  notDeliveredOnce,
  startCourierServers,
} from "#tests/support/faults/courier.ts";
import { isLongRun, rounds } from "#tests/support/faults/server.ts";
import { emailSequence, sqliteFolder } from "#tests/support/faults/store.ts";

const courierKills = isLongRun ? Math.min(rounds, 200) : 2;
const timeLimitMs = 120_000;
/**
 * The longest time between a request and the kill: twice the latency of the fake ActiveCampaign. So some kills happen
 * before an answer, and some between an answer and its record in the store.
 */
const maxDelayMs = 40;
const polling = { timeout: timeLimitMs, interval: 20 };

test(
  `a courier that is killed ${courierKills} times delivers each lead once`,
  async () => {
    const random = startChance();
    const servers = await startCourierServers({ kind: "sqlite", folder: await sqliteFolder() });
    const newEmail = emailSequence();
    const emails: string[] = [];
    for (let kill = 0; kill < courierKills; kill += 1) {
      const email = newEmail();
      emails.push(email);
      await servers.signUp([email]);
      await killAmidDelivery(servers, emails.length, random);
    }
    const last = await servers.startServer();
    await expectDeliveredOnce(servers, emails);
    expect(await last.end("SIGTERM")).toBe(0);
  },
  (courierKills + 1) * timeLimitMs,
);

async function killAmidDelivery(
  { fake, startServer, endKilled, countDelivered }: CourierServers,
  signedUp: number,
  random: () => number,
): Promise<void> {
  // The requests are counted before the start: the server may send some of a lead's five requests before the test knows
  // its URL.
  const killAt = fake.requests.length + 1 + Math.floor(4 * random());
  const server = await startServer();
  // One import may deliver all leads that are left; then no more requests are sent.
  const isTimeToKill = async () =>
    fake.requests.length >= killAt || (await countDelivered()) === signedUp;
  await expect.poll(isTimeToKill, polling).toBe(true);
  await sleep(maxDelayMs * random());
  await server.end("SIGKILL");
  await endKilled();
}

async function expectDeliveredOnce(
  { fake, countDelivered }: CourierServers,
  emails: readonly string[],
): Promise<void> {
  await expect.poll(countDelivered, polling).toBe(emails.length);
  expect(notDeliveredOnce(fake, emails)).toEqual([]);
  expect(fake.contacts).toHaveLength(emails.length);
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
}
