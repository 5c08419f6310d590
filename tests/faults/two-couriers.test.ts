import { expect, onTestFinished, test } from "vitest";
import { notDeliveredOnce, startCourierServers } from "#tests/support/faults/courier.ts";
import { emailSequence } from "#tests/support/faults/store.ts";
import { createTemporaryStore, engines } from "#tests/support/store/temporary-database.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";

const polling = { timeout: 60_000, interval: 50 };
const timeLimitMs = 180_000;

test.each(engines)(
  "on %s two servers deliver each lead once, within the limits, and one goes on when the other is killed",
  async (engine) => {
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    const { fake, startServer, signUp, expireLease, countDelivered } =
      await startCourierServers(store);
    const newEmail = emailSequence();
    const emails = Array.from({ length: 60 }, newEmail);
    await signUp(emails);
    const first = await startServer();
    const second = await startServer();
    await expect.poll(countDelivered, polling).toBe(60);
    const more = Array.from({ length: 3 }, newEmail);
    await signUp(more);
    const before = fake.requests.length;
    await expect.poll(() => fake.requests.length, polling).toBeGreaterThan(before);
    await first.end("SIGKILL");
    await expireLease();
    await expect.poll(countDelivered, polling).toBe(63);
    await second.end("SIGTERM");
    expect(notDeliveredOnce(fake, [...emails, ...more])).toEqual([]);
    expect(fake.contacts).toHaveLength(63);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
  timeLimitMs,
);

test(
  "after a restart of Postgres amid deliveries, each lead is delivered once",
  async () => {
    const postgres = await startTemporaryPostgres();
    onTestFinished(postgres.stop);
    const servers = await startCourierServers({ kind: "postgres", url: postgres.url });
    const emails = Array.from({ length: 4 }, emailSequence());
    await servers.signUp(emails);
    const server = await servers.startServer();
    await expect.poll(() => servers.fake.requests.length, polling).toBeGreaterThan(2);
    await postgres.shutDown();
    await postgres.restart();
    await expect.poll(() => servers.countDelivered().catch(() => 0), polling).toBe(emails.length);
    await server.end("SIGTERM");
    expect(notDeliveredOnce(servers.fake, emails)).toEqual([]);
    expect(servers.fake.contacts).toHaveLength(emails.length);
    expect(servers.fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
  timeLimitMs,
);
