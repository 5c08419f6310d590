import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildIfChanged } from "#scripts/build-if-changed.mjs";
import { oneAtATime } from "#scripts/one-at-a-time.mjs";
import { startLoad } from "#tests/support/fault-load.ts";
import { startFaultServer } from "#tests/support/fault-server.ts";
import { emailSequence, missingFrom, storedEmails } from "#tests/support/fault-store.ts";
import { createTemporaryFolder } from "#tests/support/temporary-database.ts";

const shortForm = 5;
const rounds = Number(process.env["ROUNDS"] ?? shortForm);
const longestLoadMs = 200;
const buildTimeLimitMs = 60_000;
const roundTimeLimitMs = 5_000;

beforeAll(async () => {
  const { ok, output } = await oneAtATime(() => buildIfChanged());
  expect(ok, output).toBe(true);
}, buildTimeLimitMs);

// What a power cut takes, this cannot show: the kernel keeps what a killed process has written.
test(
  `a server killed ${rounds} times while people sign up has every sign-up that it acknowledged`,
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const newEmail = emailSequence();
    const acknowledged = new Set<string>();
    for (let round = 0; round < rounds; round++)
      for (const email of await killUnderLoad(store.folder, newEmail)) acknowledged.add(email);
    const last = await startFaultServer({ DATA_DIR: store.folder });
    expect(await last.end("SIGTERM")).toBe(0);
    const stored = storedEmails(store.folder);
    const missing = missingFrom(stored, acknowledged);
    process.stdout.write(
      `Killed ${rounds} times: ${acknowledged.size} acknowledged, ${stored.size} stored, ${missing.length} missing.\n`,
    );
    expect(missing).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(rounds);
  },
  rounds * roundTimeLimitMs,
);

async function killUnderLoad(folder: string, newEmail: () => string): Promise<Set<string>> {
  const server = await startFaultServer({ DATA_DIR: folder });
  try {
    const load = startLoad({ url: server.url, newEmail });
    await sleep(longestLoadMs * Math.random());
    await server.end("SIGKILL");
    await load.over;
    expect(load.refusals).toEqual([]);
    return load.acknowledged;
  } finally {
    await server.end("SIGKILL");
  }
}
