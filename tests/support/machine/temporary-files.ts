import { readFileSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

/**
 * Keeps the temporary files of a test run in memory, if Linux has enough memory. A store waits for its disk at each
 * commit, and the tests make many thousands of commits. The tests need no real disk: a killed process leaves the same
 * file in memory as on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env["TMPDIR"] && hasRoom()) process.env["TMPDIR"] = memory;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // The folder must allow programs to run, because the tests start programs that they have copied there.
    const mayRun = !new RegExp(`^\\S+ ${memory} .*\\bnoexec\\b`, "m").test(
      readFileSync("/proc/self/mounts", "utf8"),
    );
    return mayRun && bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
