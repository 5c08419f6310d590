import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import type { Store } from "#server/store/open-store.ts";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";

export type FaultServer = {
  url: string;
  pid: number;
  /**
   * Sends the signal to the server and waits for its end. Returns the exit code; null if the signal itself ended the
   * process.
   */
  end: (signal: "SIGKILL" | "SIGTERM") => Promise<number | null>;
  /** The exit code of a server that has ended by itself; null if a signal ended it. */
  ended: Promise<number | null>;
  /** The HTTP status of the server's answer to `/readyz`. */
  readiness: () => Promise<number>;
};

/** How often a test repeats its fault. `npm run test:faults` sets a large number in `ROUNDS`; `npm test` does not set it. */
export const rounds = Number(process.env["ROUNDS"] ?? 5);
export const isLongRun = "ROUNDS" in process.env;

/** The longest time that a server of a test may run, in milliseconds: then the server is killed, even if the test hangs. */
const maxLifeMs = 600_000;

/**
 * Starts the product that was built before the tests: in its own process, on a free port of this machine only. The
 * server stops at the end of the test, unless the caller chooses another time.
 */
export async function startFaultServer(
  settings: Record<string, string>,
  whenDone: (end: () => Promise<void>) => void = onTestFinished,
): Promise<FaultServer> {
  const server = spawn(process.execPath, ["build/server/main.js"], {
    // The server gets only these variables, not the developer's environment.
    env: {
      PATH: process.env["PATH"],
      ...blankSettings,
      HOST: "127.0.0.1",
      PORT: "0",
      TRUSTED_PROXIES: "1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: maxLifeMs,
    killSignal: "SIGKILL",
  });
  whenDone(async () => {
    await end(server, "SIGKILL");
  });
  const ended = once(server, "exit").then(() => server.exitCode);
  const url = await printedAddress(server);
  const pid = server.pid ?? 0;
  return {
    url,
    pid,
    end: (signal) => end(server, signal),
    ended,
    readiness: async () => (await fetch(`${url}/readyz`)).status,
  };
}

/**
 * Makes the clock and timers with which a server measures waits so many times slower: otherwise, on a machine that
 * stops for seconds, a press could wait longer than its two seconds, a sign-up could be refused after 2.5 s, or a
 * stopping server could end before the test sends a request. Such a server also stops slowly.
 */
export function slowWaits(times: number): Record<string, string> {
  const program = `
    const [now, wait] = [performance.now.bind(performance), setTimeout];
    performance.now = () => now() / ${times};
    globalThis.setTimeout = (act, ms, ...more) => wait(act, ms * ${times}, ...more);`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(program)}` };
}

/** Starts a server that uses this store. */
export function startServerOn(
  store: Store,
  settings: Record<string, string> = {},
): Promise<FaultServer> {
  const place: Record<string, string> =
    store.kind === "sqlite" ? { DATA_DIR: store.folder } : { DATABASE_URL: store.url };
  return startFaultServer({ ...place, ...settings });
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill(signal);
    await once(server, "exit");
  }
  return server.exitCode;
}
