// @ts-check
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";

// A process of its own, as only that outlives a test run that is interrupted or killed: its input ends
// when the run does, however that comes; then Postgres is stopped and its folder removed.

const [pgCtl = "", folder = "", uid, gid] = process.argv.slice(2);
const owner = uid && gid ? { uid: Number(uid), gid: Number(gid) } : {};

process.stdin.resume();
await once(process.stdin, "close");
try {
  const stop = ["stop", "--wait", "--pgdata=data", "--mode=immediate"];
  execFileSync(pgCtl, stop, { cwd: folder, stdio: "ignore", ...owner });
} finally {
  rmSync(folder, { recursive: true });
}
