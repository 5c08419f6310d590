// @ts-check
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";

// Stops Postgres and deletes its folder when the test run ends. This is a process of its own, because Postgres must
// also stop after an interrupted or killed run: the input of this process closes when the run ends.

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
  // Tries again to delete the folder: the last processes of a killed Postgres may still write files.
  rmSync(folder, { recursive: true, maxRetries: 10 });
}
