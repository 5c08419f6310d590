// @ts-check
// Loaded before a program (`node --import`): kills it just before its n-th change of the disk, as kill -9 or the
// out-of-memory killer can. Only the program itself is killed, not the programs that it starts.
import fs from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const killAt = Number(process.env["KILL_AT_CHANGE"]);
const changes = /** @type {const} */ (["mkdir", "rename", "rm", "symlink", "writeFile"]);
let count = 0;

if (process.argv[1]?.endsWith(process.env["KILLED_PROGRAM"] ?? "")) {
  for (const name of changes) {
    const original = fs[name];
    Reflect.set(fs, name, (/** @type {unknown[]} */ ...args) => {
      count += 1;
      if (count === killAt) process.kill(process.pid, "SIGKILL");
      return Reflect.apply(original, fs, args);
    });
  }
  syncBuiltinESMExports();
}
