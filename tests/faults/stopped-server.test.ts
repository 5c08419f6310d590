import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildIfChanged } from "#scripts/build-if-changed.mjs";
import { oneAtATime } from "#scripts/one-at-a-time.mjs";
import { startLoad } from "#tests/support/fault-load.ts";
import { startFaultServer } from "#tests/support/fault-server.ts";
import { emailSequence, missingFrom, storedEmails } from "#tests/support/fault-store.ts";
import { createTemporaryFolder } from "#tests/support/temporary-database.ts";

const loadMs = 300;
const testTimeLimitMs = 20_000;
const buildTimeLimitMs = 60_000;

beforeAll(async () => {
  const { ok, output } = await oneAtATime(() => buildIfChanged());
  expect(ok, output).toBe(true);
}, buildTimeLimitMs);

test(
  "a server stopped while people sign up answers everyone whose request had reached it",
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const server = await startFaultServer({ DATA_DIR: store.folder });
    onTestFinished(async () => {
      await server.end("SIGKILL");
    });
    const load = startLoad({ url: server.url, newEmail: emailSequence(), bodyWithinMs: 20 });
    await sleep(loadMs);
    const acknowledgedBefore = load.acknowledged.size;
    const underWay = missingFrom(load.acknowledged, load.accepted);
    expect(await server.end("SIGTERM")).toBe(0);
    await load.over;
    expect(acknowledgedBefore).toBeGreaterThan(0);
    expect(underWay.length).toBeGreaterThan(0);
    expect(load.refusals).toEqual([]);
    expect(missingFrom(load.acknowledged, load.accepted), "dropped").toEqual([]);
    expect(missingFrom(storedEmails(store.folder), load.acknowledged), "not stored").toEqual([]);
  },
  testTimeLimitMs,
);
