// @ts-check
import { rmSync } from "node:fs";
import { mkdir, rename, rm, stat, utimes } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fail } from "./fail.mjs";

const lock = "build/.lock";
const heartbeatMs = 500;
const deadAfterMs = 5_000;
const interrupted = 130;

/**
 * Two starts at once: the second waits and then finds the work done. The holder touches the lock
 * for as long as it lives; process ids would lie, because containers give the same ones again.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(work) {
  await takeLock();
  const heartbeat = setInterval(touchLock, heartbeatMs);
  process.once("exit", removeLock).once("SIGINT", stop).once("SIGTERM", stop);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", removeLock).off("SIGINT", stop).off("SIGTERM", stop);
    removeLock();
  }
}

async function takeLock() {
  await mkdir("build", { recursive: true }).catch(failWriting);
  for (let waits = 0; !(await isTaken()); waits++) {
    if (waits === 1) console.log("Waiting for another start to finish its work…");
    await removeDeadLock();
    await pause(heartbeatMs * Math.random());
  }
}

function isTaken() {
  return mkdir(lock).then(
    () => true,
    (error) => (error.code === "EEXIST" ? false : failWriting(error)),
  );
}

/**
 * Nothing that another start could mend.
 * @param {NodeJS.ErrnoException} error
 */
function failWriting({ code }) {
  return fail(
    `Could not write into ${resolve("build")} (${code}). Start as the user to whom this folder belongs, on a disk that can be written.`,
  );
}

/** Renamed before it is removed: of two that find it dead, one moves it. */
async function removeDeadLock() {
  const touched = await stat(lock).catch(() => undefined);
  if (!touched || Date.now() - touched.mtimeMs < deadAfterMs) return;
  const aside = `${lock}-${process.pid}`;
  await rename(lock, aside).catch(unlessMoved);
  await rm(aside, { recursive: true, force: true });
}

/** @param {NodeJS.ErrnoException} error */
function unlessMoved(error) {
  if (error.code !== "ENOENT") failWriting(error);
}

function touchLock() {
  const now = new Date();
  utimes(lock, now, now).catch(() => undefined);
}

function removeLock() {
  rmSync(lock, { recursive: true, force: true });
}

function stop() {
  process.exit(interrupted);
}
