import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, type TestContext, test } from "vitest";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { type LimitedDisk, limitedDisk } from "#tests/support/faults/disk.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, emailsInSqlite, missingFrom } from "#tests/support/faults/store.ts";

const testTimeLimitMs = 60_000;
const recovery = { timeout: 20_000, interval: 50 };

test(
  "a full disk loses no acknowledged sign-up, and the server stores sign-ups again when there is room",
  async (context) => {
    const disk = await diskOrSkip(context);
    const server = await startFaultServer({ DATA_DIR: disk.folder });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(0);
    await runCommand("list", disk.folder);
    await disk.fill(server.pid);
    await expect.poll(() => load.refusals.length, recovery).toBeGreaterThan(0);
    await expect.poll(server.readiness, recovery).toBe(503);
    const whileFull = load.acknowledged.size;
    for (const command of ["list", "export", "stats", "find visitor-1@example.com"])
      expect(await runCommand(command, disk.folder), command).toMatch(
        /visitor-1@|Inscrições: [1-9]/,
      );
    await disk.makeRoom(server.pid);
    await expect.poll(server.readiness, recovery).toBe(200);
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(whileFull);
    await load.end();
    expect(await server.end("SIGTERM")).toBe(0);
    const missing = missingFrom(emailsInSqlite(disk.folder), load.acknowledged);
    process.stdout.write(
      `Disk filled: ${load.acknowledged.size} acknowledged, ${missing.length} missing, ${load.refusals.length} refused.\n`,
    );
    expect(missing).toEqual([]);
    const answers = load.refusals.map(({ status, retryAfter }) => `${status}, ${retryAfter}`);
    expect(new Set(answers)).toEqual(new Set(["503, 5"]));
    expect([...load.unanswered, ...load.unconnected]).toEqual([]);
  },
  testTimeLimitMs,
);

test(
  "after the server was stopped while its disk was full, the leads can still be exported",
  async (context) => {
    const disk = await diskOrSkip(context);
    const server = await startFaultServer({ DATA_DIR: disk.folder });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(0);
    await runCommand("list", disk.folder);
    await load.end();
    await disk.fill(server.pid);
    await server.end("SIGTERM");
    expect(await runCommand("export", disk.folder)).toContain("visitor-1@");
  },
  testTimeLimitMs,
);

/**
 * A disk that the test fills. An owner's machine that allows none, such as a Mac, skips the test and says why; in CI that
 * is a failure.
 */
async function diskOrSkip(context: TestContext): Promise<LimitedDisk> {
  const disk = await limitedDisk();
  if (typeof disk !== "string") return disk;
  if (process.env["CI"]) throw new Error(disk);
  process.stderr.write(`NOT TESTED: a full disk. ${disk}\n`);
  return context.skip(disk);
}

/** Runs an operator's command and returns its output. */
async function runCommand(command: string, folder: string): Promise<string> {
  const words = ["build/server/cli.js", ...command.split(" ")];
  const env = { PATH: process.env["PATH"], ...blankSettings, DATA_DIR: folder };
  return (await promisify(execFile)(process.execPath, words, { env })).stdout;
}
