import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { startLoad } from "#tests/support/faults/load.ts";
import { rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, missingFrom, storedEmails } from "#tests/support/faults/store.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

const longestLoadMs = 200;
/** A start may take long on a busy machine. */
const warming = { timeout: 20_000, interval: 5 };
const roundTimeLimitMs = 20_000;

// What a power cut takes, this cannot show: the kernel keeps what a killed process has written.
test(
  `a server killed ${rounds} times while people sign up has every sign-up that it acknowledged`,
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const newEmail = emailSequence();
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round++)
      for (const email of await killUnderLoad(store.folder, newEmail, round % 2 === 0))
        acknowledged.add(email);
    const last = await startFaultServer({ DATA_DIR: store.folder });
    expect(await last.end("SIGTERM")).toBe(0);
    const stored = storedEmails(store.folder);
    const missing = missingFrom(stored, acknowledged);
    process.stdout.write(
      `Killed ${rounds} times: ${acknowledged.size} acknowledged, ${stored.size} stored, ${missing.length} missing.\n`,
    );
    expect(missing).toEqual([]);
    expect(acknowledged.size).toBeGreaterThanOrEqual(rounds / 2);
  },
  rounds * roundTimeLimitMs,
);

/** Every other time also before anything was acknowledged. */
async function killUnderLoad(folder: string, newEmail: () => string, warm: boolean) {
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail });
  if (warm) await expect.poll(() => load.acknowledged.size, warming).toBeGreaterThan(0);
  await sleep(longestLoadMs * Math.random());
  await server.end("SIGKILL");
  await load.over;
  expect(load.refusals).toEqual([]);
  return load.acknowledged;
}
