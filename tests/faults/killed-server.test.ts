import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { startLoad } from "#tests/support/faults/load.ts";
import { rounds, startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";

const maxLoadMs = 200;
/**
 * How the test waits for the first acknowledged sign-up: up to 20 seconds, because a server starts slowly on a busy
 * machine.
 */
const polling = { timeout: 20_000, interval: 5 };
const roundTimeLimitMs = 20_000;

// This does not show that a power cut loses nothing: the kernel keeps the writes of a killed process.
test(
  `a server that is killed ${rounds} times while visitors sign up has stored every acknowledged sign-up`,
  async () => {
    const folder = await sqliteFolder();
    const newEmail = emailSequence();
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round++)
      for (const email of await killUnderLoad(folder, newEmail, round % 2 === 0))
        acknowledged.add(email);
    const last = await startFaultServer({ DATA_DIR: folder });
    expect(await last.end("SIGTERM")).toBe(0);
    const stored = emailsInSqlite(folder);
    const missing = missingFrom(stored, acknowledged);
    process.stdout.write(
      `Killed ${rounds} times: ${acknowledged.size} acknowledged, ${stored.size} stored, ${missing.length} missing.\n`,
    );
    expect(missing).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds / 2);
  },
  rounds * roundTimeLimitMs,
);

/**
 * Kills the server while visitors sign up. With `afterAnswer` false, the kill may come before the first
 * acknowledgement.
 */
async function killUnderLoad(folder: string, newEmail: () => string, afterAnswer: boolean) {
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail });
  if (afterAnswer) await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(0);
  await sleep(maxLoadMs * Math.random());
  await server.end("SIGKILL");
  await load.ended;
  expect(load.refusals).toEqual([]);
  return load.acknowledged;
}
