// @ts-check
import { rmSync } from "node:fs";
import { mkdir, rm, stat, utimes } from "node:fs/promises";
import { resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fail } from "./program.mjs";

const lock = "build/.lock";
const heartbeatMs = 500;
/** A lock that was not renewed for so long may belong to a process that died. */
const oldAfterMs = 5_000;
/**
 * An old lock is watched for this time: if it is not renewed, its process is dead. After a pause of the whole machine a
 * living process renews its lock.
 */
const looksMs = 1_500;
/** Signals of Ctrl-C, of a service that is stopped, and of a terminal that is closed. */
const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
/** The exit code of a program that was ended by Ctrl-C. */
const interruptedCode = 130;

/**
 * Does the work while no other process in this folder does such work: after a clone, `npm start` and `npm test` in two
 * terminals would otherwise install into the same folder. The second process waits, and then finds the packages and the
 * build.
 *
 * The lock is a folder whose modification time is renewed while its process lives. A process id in the lock would not
 * show whether the process lives, because different containers use the same ids.
 * @template T
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function oneAtATime(work) {
  await mkdir("build", { recursive: true }).catch(failWriting);
  for (let tries = 1; !(await takeLock()); tries++) {
    // This message is not for standard output, where a command may print rows for a file.
    if (tries === 2)
      console.error(
        "Outro comando está instalando ou gerando a página: esperando que ele termine…",
      );
    await pause(heartbeatMs * Math.random());
  }
  const heartbeat = setInterval(renewLock, heartbeatMs);
  process.once("exit", removeLock);
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    process.off("exit", removeLock);
    for (const signal of signals) process.off(signal, stop);
    removeLock();
  }
}

/** Returns false if another process has the lock. A lock whose process died is deleted for the next try. */
async function takeLock() {
  try {
    await mkdir(lock);
    return true;
  } catch (error) {
    if (codeOf(error) !== "EEXIST") failWriting(error);
  }
  if (await isDead()) await rm(lock, { recursive: true, force: true }).catch(failWriting);
  return false;
}

async function isDead() {
  const first = await renewedAt();
  // A time far in the future was written before the clock was set back: a living process would have renewed the lock.
  if (first === undefined || Math.abs(Date.now() - first) <= oldAfterMs) return false;
  await pause(looksMs);
  return (await renewedAt()) === first;
}

/** The time of the last renewal of the lock; undefined if there is no lock any more. */
async function renewedAt() {
  return (await stat(lock).catch(() => undefined))?.mtimeMs;
}

/**
 * @param {unknown} error
 * @returns {never}
 */
function failWriting(error) {
  return fail(
    `Não foi possível escrever em ${resolve("build")} (${codeOf(error)}). Rode o comando como o usuário dono desta pasta, num disco que aceite gravação.`,
  );
}

/** @param {unknown} error */
function codeOf(error) {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function renewLock() {
  const now = new Date();
  utimes(lock, now, now).catch(() => undefined);
}

function removeLock() {
  rmSync(lock, { recursive: true, force: true });
}

function stop() {
  process.exit(interruptedCode);
}
