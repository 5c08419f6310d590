import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

export type ServerProcess = {
  url: string;
  /** Resident memory now, in megabytes. */
  memoryMb: () => number;
  stop: () => Promise<void>;
};

/** A server in a process of its own; it is up when it has printed its address. */
export async function startProcess(
  script: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return {
    url: await printedAddress(server),
    memoryMb: () => memoryMb(server),
    stop: () => stop(server),
  };
}

async function printedAddress(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout ?? process.stdin })) {
    const address = /https?:\/\/\S+:\d+/.exec(line)?.[0];
    if (address) return address.replace("localhost", "127.0.0.1");
  }
  throw new Error(`the server ended before it printed its address (code ${server.exitCode})`);
}

function memoryMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
}
