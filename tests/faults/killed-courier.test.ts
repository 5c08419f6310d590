import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import {
  type CourierServers,
  notDeliveredOnce,
  startCourierServers,
} from "#tests/support/faults/courier.ts";
import { rounds } from "#tests/support/faults/server.ts";
import { emailSequence, sqliteFolder } from "#tests/support/faults/store.ts";

const kills = Math.min(rounds, 200);
const killTimeLimitMs = 40_000;
/**
 * The longest time from a request to the kill: twice the latency of the fake ActiveCampaign. So some kills come before
 * an answer, and some between an answer and its record in the store.
 */
const maxDelayMs = 40;
/**
 * After some kills no request is sent for a while: each request of a killed courier occupies a request slot until no
 * answer to it can come any more.
 */
const killable = { timeout: 40_000, interval: 5 };
const polling = { timeout: 60_000, interval: 50 };

test(
  `a courier that is killed ${kills} times between answers and their records delivers each lead once`,
  async () => {
    const servers = await startCourierServers({ kind: "sqlite", folder: await sqliteFolder() });
    const newEmail = emailSequence();
    const emails: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const email = newEmail();
      emails.push(email);
      await servers.signUp([email]);
      await killAmidDelivery(servers, emails.length);
    }
    const last = await servers.startServer();
    await expect.poll(servers.countDelivered, polling).toBe(emails.length);
    expect(await last.end("SIGTERM")).toBe(0);
    const peak = servers.fake.peakPerSecond();
    process.stdout.write(
      `Couriers killed: ${kills}; ${servers.fake.requests.length} requests, at most ${peak} in a second.\n`,
    );
    expect(notDeliveredOnce(servers.fake, emails)).toEqual([]);
    expect(servers.fake.contacts).toHaveLength(emails.length);
    expect(peak).toBeLessThanOrEqual(5);
  },
  kills * killTimeLimitMs + polling.timeout,
);

async function killAmidDelivery(servers: CourierServers, signedUp: number): Promise<void> {
  const { fake, startServer, expireLease, countDelivered } = servers;
  // Count the requests before the start: the server may send some of a lead's five requests before the test knows the
  // server's URL.
  const killAt = fake.requests.length + 1 + Math.floor(Math.random() * 4);
  const server = await startServer();
  // One import may deliver all leads that are left; then no further request comes.
  const isTimeToKill = async () =>
    fake.requests.length >= killAt || (await countDelivered()) === signedUp;
  await expect.poll(isTimeToKill, killable).toBe(true);
  await sleep(maxDelayMs * Math.random());
  await server.end("SIGKILL");
  await expireLease();
}
