import { type ChildProcess, fork } from "node:child_process";
import { onTestFinished } from "vitest";
import type { Store } from "#server/store/open-store.ts";
import type { OpenerMessage } from "./opener-process.ts";

/**
 * Starts real processes: in a single process, SQLite's wait for a lock would also stop the owner of the lock. Returns a
 * function that opens a store in all processes at the same time. The processes end with the test.
 */
export async function startOpeners(count: number) {
  const openers = Array.from({ length: count }, () =>
    fork("tests/support/store/opener-process.ts"),
  );
  onTestFinished(() => {
    for (const opener of openers) opener.kill();
  });
  await Promise.all(openers.map(nextMessage));
  return (store: Store) => Promise.all(openers.map((opener) => openIn(opener, store)));
}

function openIn(opener: ChildProcess, store: Store): Promise<OpenerMessage> {
  opener.send(store);
  return nextMessage(opener);
}

/** Waits for a message. Rejects if the process ends before, so that the test does not wait for its time limit. */
function nextMessage(opener: ChildProcess): Promise<OpenerMessage> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) =>
      reject(new Error(`A process ended with ${code}; its error is in this test's output.`));
    opener.once("exit", onExit);
    opener.once("message", (message: OpenerMessage) => {
      opener.off("exit", onExit);
      resolve(message);
    });
  });
}
