import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";

export type LimitedDisk = {
  folder: string;
  /** Fills the disk, so that the process, which has already written to the folder, cannot write one more byte. */
  fill: (pid: number) => Promise<void>;
  makeRoom: (pid: number) => Promise<void>;
};

const execute = promisify(execFile);
const sizeMiB = 8;

/** A folder on a disk that a test can fill, or the reason why this machine allows none. */
export async function limitedDisk(): Promise<LimitedDisk | string> {
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
      // Ignore the error of this write: the write fails only when the disk is full.
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
