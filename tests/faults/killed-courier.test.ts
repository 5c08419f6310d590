import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type CourierScene, misdelivered, setCourierScene } from "#tests/support/faults/courier.ts";
import { rounds } from "#tests/support/faults/server.ts";
import { emailSequence } from "#tests/support/faults/store.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

const kills = Math.min(rounds, 200);
const killTimeLimitMs = 40_000;
/** A little longer than an answer takes: so many are killed before it as between it and its record. */
const longestDelayMs = 40;
/** Requests of killed couriers count until no answer can come any more: after some kills the lane stands still. */
const killable = { timeout: 40_000, interval: 5 };
const patience = { timeout: 60_000, interval: 50 };

test(
  `a courier killed ${kills} times between answers and their records delivers everybody once`,
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const scene = await setCourierScene(store);
    const newEmail = emailSequence();
    const emails: string[] = [];
    for (let kill = 0; kill < kills; kill += 1) {
      const email = newEmail();
      emails.push(email);
      await scene.signUp([email]);
      await killAmidDelivery(scene, emails.length);
    }
    const last = await scene.startServer();
    await expect.poll(scene.countDelivered, patience).toBe(emails.length);
    expect(await last.end("SIGTERM")).toBe(0);
    const peak = scene.fake.peakPerSecond();
    process.stdout.write(
      `Couriers killed: ${kills}; ${scene.fake.requests.length} requests, at most ${peak} in a second.\n`,
    );
    expect(misdelivered(scene.fake, emails)).toEqual([]);
    expect(scene.fake.contacts).toHaveLength(emails.length);
    expect(peak).toBeLessThanOrEqual(5);
  },
  kills * killTimeLimitMs + patience.timeout,
);

async function killAmidDelivery(scene: CourierScene, signedUp: number): Promise<void> {
  const { fake, startServer, letLeaseRunOut, countDelivered } = scene;
  // Reckoned before the start: of the five requests that a lead takes, some go before the server has said where it is.
  const until = fake.requests.length + 1 + Math.floor(Math.random() * 4);
  const server = await startServer();
  // Those who are left over become so many that one import takes them all: then no further request comes.
  const reached = async () =>
    fake.requests.length >= until || (await countDelivered()) === signedUp;
  await expect.poll(reached, killable).toBe(true);
  await sleep(longestDelayMs * Math.random());
  await server.end("SIGKILL");
  await letLeaseRunOut();
}
