import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, emailsInSqlite, missingFrom } from "#tests/support/faults/store.ts";

const execute = promisify(execFile);
const sizeMiB = 8;
const testTimeLimitMs = 120_000;
const recovery = { timeout: 60_000, interval: 50 };

test(
  "a full disk loses no answered sign-up, and hides none from commands",
  async (context) => {
    const disk = await diskOrSkip(context);
    const server = await startFaultServer({ DATA_DIR: disk.folder });
    const load = startLoad({ url: server.url, newEmail: emailSequence() });
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(0);
    // The command derives the leads that it shows; later the full disk has no room for them.
    await runExport(disk.folder);
    await disk.fill(server.pid);
    await expect.poll(() => load.refusals.length, recovery).toBeGreaterThan(0);
    await expect.poll(server.readiness, recovery).toBe(503);
    const whileFull = load.acknowledged.size;
    expect(await runExport(disk.folder)).toContain("visitor-1@");
    await disk.makeRoom(server.pid);
    await expect.poll(server.readiness, recovery).toBe(200);
    await expect.poll(() => load.acknowledged.size, recovery).toBeGreaterThan(whileFull);
    await load.end();
    expect(missingFrom(emailsInSqlite(disk.folder), load.acknowledged)).toEqual([]);
    const answers = load.refusals.map(({ status, retryAfter }) => `${status}, ${retryAfter}`);
    expect(new Set(answers)).toEqual(new Set(["503, 5"]));
    expect([...load.unanswered, ...load.unconnected]).toEqual([]);

    // The server is stopped while the disk is full, so it cannot tidy up its files.
    await disk.fill(server.pid);
    await server.end("SIGTERM");
    expect(await runExport(disk.folder)).toContain("visitor-1@");
  },
  testTimeLimitMs,
);

type LimitedDisk = {
  folder: string;
  /** Fills the disk, so that this process, which has already written to the folder, cannot write one more byte. */
  fill: (pid: number) => Promise<void>;
  makeRoom: (pid: number) => Promise<void>;
};

/**
 * A disk that the test fills. macOS and Windows have neither small file systems in memory nor limits for a running
 * process, so they skip the test with a reason; no server runs on these systems. On Linux a missing disk is a failure.
 */
async function diskOrSkip(context: TestContext): Promise<LimitedDisk> {
  const disk = await limitedDisk();
  if (typeof disk !== "string") return disk;
  if (process.platform === "linux") throw new Error(disk);
  process.stderr.write(`NOT TESTED: a full disk. ${disk}\n`);
  return context.skip(disk);
}

/** A folder on a disk that a test can fill, or the reason why this machine cannot offer one. */
async function limitedDisk(): Promise<LimitedDisk | string> {
  const folder = await mkdtemp(join(tmpdir(), "black-ahsd-full-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const reasons: string[] = [];
  for (const make of [smallFilesystem, limitedFiles])
    try {
      return await make(folder);
    } catch (error) {
      reasons.push(String(error).split("\n")[0] ?? "");
    }
  return `This machine allows neither a small file system nor a limit for a process: ${reasons.join("; ")}`;
}

/**
 * A small file system, on machines where the test may mount one. When it is full, a write fails with ENOSPC, as on a
 * real full disk.
 */
async function smallFilesystem(folder: string): Promise<LimitedDisk> {
  await execute("mount", ["-t", "tmpfs", "-o", `size=${sizeMiB}m`, "tmpfs", folder]);
  onTestFinished(async () => {
    await execute("umount", ["--lazy", folder]);
  });
  const filler = join(folder, "filler");
  return {
    folder,
    fill: async () => {
      // This write is larger than the disk: it fills the disk and then fails, as it should.
      await writeFile(filler, Buffer.alloc(2 * sizeMiB * 1024 * 1024)).catch(() => undefined);
    },
    makeRoom: () => rm(filler),
  };
}

/**
 * Imitates a full disk without any special rights: the files of the process may not grow. A write then fails with
 * EFBIG.
 */
async function limitedFiles(folder: string): Promise<LimitedDisk> {
  const limit = async (pid: number, soft: string) => {
    await execute("prlimit", ["--pid", String(pid), `--fsize=${soft}:`]);
  };
  await execute("prlimit", ["--version"]);
  return { folder, fill: (pid) => limit(pid, "0"), makeRoom: (pid) => limit(pid, "unlimited") };
}

/** The output of the operator's command. */
async function runExport(folder: string): Promise<string> {
  const words = ["build/server/cli.js", "export"];
  const env = { PATH: process.env["PATH"], ...blankSettings, DATA_DIR: folder };
  return (await execute(process.execPath, words, { env })).stdout;
}
