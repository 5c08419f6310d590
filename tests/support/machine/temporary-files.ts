import { readFileSync, statfsSync } from "node:fs";

const memory = "/dev/shm";
const neededBytes = 2 * 1024 ** 3;

/**
 * Has temporary files of a whole run of tests in memory, where Linux offers enough of it. A store waits for its disk at
 * each commit, and the tests make many thousands of commits. What they show needs no disk: a process that is killed
 * leaves a file in memory as it leaves one on a disk.
 */
export function keepTemporaryFilesInMemory(): void {
  if (!process.env["TMPDIR"] && hasRoom()) process.env["TMPDIR"] = memory;
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    // The tests also start programs that they have copied there.
    const mayRun = !new RegExp(`^\\S+ ${memory} .*\\bnoexec\\b`, "m").test(
      readFileSync("/proc/self/mounts", "utf8"),
    );
    return mayRun && bavail * bsize >= neededBytes;
  } catch {
    return false;
  }
}
