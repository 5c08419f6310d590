import { expect, onTestFinished, test } from "vitest";
import { startLoad } from "#tests/support/faults/load.ts";
import { rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, emailsInPostgres, missingFrom } from "#tests/support/faults/store.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";

const killsPerRestart = 25;
const restarts = Math.ceil(rounds / killsPerRestart);
const restartTimeLimitMs = 30_000;
const recovery = { timeout: 15_000, interval: 50 };

test(
  `a Postgres that is stopped ${restarts} times while visitors sign up loses no acknowledged sign-up`,
  async () => {
    const postgres = await startTemporaryPostgres();
    onTestFinished(postgres.stop);
    const server = await startFaultServer({ DATABASE_URL: postgres.url });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    for (let restart = 0; restart < restarts; restart++) {
      const before = load.acknowledged.size;
      await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(before);
      const refused = load.refusals.length;
      await postgres.shutDown();
      await expect.poll(() => load.refusals.length, recovery).toBeGreaterThan(refused);
      await expect.poll(server.readiness, recovery).toBe(503);
      await postgres.restart();
      await expect.poll(server.readiness, recovery).toBe(200);
    }
    const afterLast = load.acknowledged.size;
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(afterLast);
    await load.end();
    const missing = missingFrom(await emailsInPostgres(postgres.url), load.acknowledged);
    process.stdout.write(
      `Postgres stopped ${restarts} times: ${load.acknowledged.size} acknowledged, ${missing.length} missing, ${load.refusals.length} refused.\n`,
    );
    expect(missing).toEqual([]);
    expect(
      new Set(load.refusals.map(({ status, retryAfter }) => `${status}, ${retryAfter}`)),
    ).toEqual(new Set(["503, 5"]));
    expect([...load.unanswered, ...load.unconnected]).toEqual([]);
  },
  restarts * restartTimeLimitMs,
);
