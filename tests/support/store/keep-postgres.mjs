// @ts-check
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

// Stops Postgres and removes its folder when the test run ends. It is a process of its own, because it must also
// do so after a run that is interrupted or killed: the input of this process ends with the run.

const [pgCtl = "", folder = "", uid, gid] = process.argv.slice(2);
const owner = uid && gid ? { uid: Number(uid), gid: Number(gid) } : {};

process.stdin.resume();
await once(process.stdin, "close");
// The file `postmaster.pid` is missing if a test has stopped or killed Postgres.
const isRunning = existsSync(join(folder, "data", "postmaster.pid"));
try {
  const stop = ["stop", "--wait", "--pgdata=data", "--mode=immediate"];
  if (isRunning) execFileSync(pgCtl, stop, { cwd: folder, stdio: "ignore", ...owner });
} finally {
  // Try to remove the folder again: the processes of a killed Postgres end a moment after it, and may still write.
  rmSync(folder, { recursive: true, maxRetries: 10 });
}
