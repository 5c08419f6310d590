import { type ChildProcess, fork } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import type { Store } from "#server/store/connection/open-database.ts";
import type { OpenerMessage } from "./opener-process.ts";

export type Openers = {
  /** Opens the store in all processes at the same moment. */
  open(store: Store): Promise<OpenerMessage[]>;
  stop(): Promise<void>;
};

/** Starts real processes: in a single process, SQLite's wait for a lock would stop the holder of the lock too. */
export async function startOpeners(count: number): Promise<Openers> {
  const folder = await buildOpener();
  const openers = Array.from({ length: count }, () => fork(join(folder, "opener-process.js")));
  await Promise.all(openers.map(nextMessage));
  return {
    open: (store) => Promise.all(openers.map((opener) => openIn(opener, store))),
    async stop() {
      for (const opener of openers) opener.kill();
      await rm(folder, { recursive: true });
    },
  };
}

/**
 * Builds the opener's script, because ten processes that compile TypeScript take three seconds to start. The built
 * script is in `build/`, because packages are found from there.
 */
async function buildOpener(): Promise<string> {
  await mkdir("build", { recursive: true });
  const outDir = await mkdtemp(join("build", "opener-"));
  await build({
    configFile: false,
    logLevel: "silent",
    build: { ssr: "tests/support/store/opener-process.ts", outDir, copyPublicDir: false },
  });
  return outDir;
}

function openIn(opener: ChildProcess, store: Store): Promise<OpenerMessage> {
  opener.send(store);
  return nextMessage(opener);
}

/** Rejects when the process ends instead, so that a test names the failure and does not wait for its own time limit. */
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
