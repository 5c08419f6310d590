// @ts-check
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

// A process of its own, as only that outlives a test run that is interrupted or killed: its input ends
// when the run does, however that comes; then Postgres is stopped and its folder removed.

const [pgCtl = "", folder = "", uid, gid] = process.argv.slice(2);
const owner = uid && gid ? { uid: Number(uid), gid: Number(gid) } : {};

process.stdin.resume();
await once(process.stdin, "close");
// A test may have stopped or killed Postgres; then this file is gone.
const isRunning = existsSync(join(folder, "data", "postmaster.pid"));
try {
  const stop = ["stop", "--wait", "--pgdata=data", "--mode=immediate"];
  if (isRunning) execFileSync(pgCtl, stop, { cwd: folder, stdio: "ignore", ...owner });
} finally {
  // The processes of a killed Postgres end a moment later, and may still write.
  rmSync(folder, { recursive: true, maxRetries: 10 });
}
