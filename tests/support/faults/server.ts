import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";

export type FaultServer = {
  url: string;
  pid: number;
  /** Sends the signal and waits for the end; null when the signal itself ended the process. */
  end: (signal: "SIGKILL" | "SIGTERM") => Promise<number | null>;
  /** The exit code after the server has ended by itself; null if a signal ended it. */
  ended: Promise<number | null>;
  /** The status of `/readyz`. */
  readiness: () => Promise<number>;
};

/** The short form belongs to every test run; `npm run test:faults` sets the long one. */
export const rounds = Number(process.env["ROUNDS"] ?? 5);

/** No server outlives a test that hangs. */
const longestLifeMs = 600_000;

/**
 * The product as `npm run build` leaves it, on a free port of this machine only; it does not outlive
 * its test, but a folder outlives its servers.
 */
export async function startFaultServer(settings: Record<string, string>): Promise<FaultServer> {
  const server = spawn(process.execPath, ["build/server/main.js"], {
    // Nothing of the developer's own environment either.
    env: {
      PATH: process.env["PATH"],
      ...blankSettings,
      HOST: "127.0.0.1",
      PORT: "0",
      TRUSTED_PROXIES: "1",
      ...settings,
    },
    stdio: ["ignore", "pipe", "ignore"],
    timeout: longestLifeMs,
    killSignal: "SIGKILL",
  });
  onTestFinished(async () => {
    await end(server, "SIGKILL");
  });
  const ended = once(server, "exit").then(() => server.exitCode);
  const url = await printedAddress(server);
  const readiness = async () => (await fetch(`${url}/readyz`)).status;
  return { url, pid: server.pid ?? 0, end: (signal) => end(server, signal), ended, readiness };
}

async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (server.exitCode === null && server.signalCode === null) {
    server.kill(signal);
    await once(server, "exit");
  }
  return server.exitCode;
}
