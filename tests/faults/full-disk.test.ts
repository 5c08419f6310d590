import { expect, test } from "vitest";
import { limitedDisk } from "#tests/support/fault-disk.ts";
import { startLoad } from "#tests/support/fault-load.ts";
import { buildBeforehand, startFaultServer } from "#tests/support/fault-server.ts";
import { emailSequence, missingFrom, storedEmails } from "#tests/support/fault-store.ts";

const testTimeLimitMs = 60_000;
const recovery = { timeout: 20_000, interval: 50 };

buildBeforehand();

test(
  "a full disk loses no acknowledged sign-up, and once there is room sign-ups are kept again",
  async (context) => {
    const disk = await limitedDisk();
    if (typeof disk === "string") {
      process.stderr.write(`NOT TESTED: a full disk. ${disk}\n`);
      return context.skip(disk);
    }
    const server = await startFaultServer({ DATA_DIR: disk.folder });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(0);
    await disk.fill(server.pid);
    await expect.poll(() => load.refusals.length, recovery).toBeGreaterThan(0);
    await expect.poll(server.readiness, recovery).toBe(503);
    const whileFull = load.acknowledged.size;
    await disk.makeRoom(server.pid);
    await expect.poll(server.readiness, recovery).toBe(200);
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(whileFull);
    await load.end();
    expect(await server.end("SIGTERM")).toBe(0);
    const missing = missingFrom(storedEmails(disk.folder), load.acknowledged);
    process.stdout.write(
      `Disk filled: ${load.acknowledged.size} acknowledged, ${missing.length} missing, ${load.refusals.length} told to come again.\n`,
    );
    expect(missing).toEqual([]);
    const answers = load.refusals.map(({ status, retryAfter }) => `${status}, ${retryAfter}`);
    expect(new Set(answers)).toEqual(new Set(["503, 5"]));
    expect([...load.dropped, ...load.unheard]).toEqual([]);
  },
  testTimeLimitMs,
);
