import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";

export type ServerProcess = {
  url: string;
  /** Returns the resident memory that the server process uses at this moment, in megabytes. */
  memoryMb: () => number;
  /** Returns the processor time that the server process, with all its threads, has used until now. */
  processorMs: () => number;
  stop: () => Promise<void>;
};

/** Starts a server in its own process. The settings in a developer's `.env` do not apply to this server. */
export async function startProcess(
  script: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, ...blankSettings, ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const address = await printedAddress(server);
  return {
    url: address.replace("localhost", "127.0.0.1"),
    memoryMb: () => memoryMb(server),
    processorMs: () => processorMs(server),
    stop: () => stop(server),
  };
}

function memoryMb({ pid }: ChildProcess): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1_024;
}

/** The kernel counts in ticks of 10 ms: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const tickMs = 10;

function processorMs({ pid }: ChildProcess): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, could contain spaces, so the fields are counted from the bracket.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * tickMs;
}

async function stop(server: ChildProcess): Promise<void> {
  server.kill("SIGTERM");
  if (server.exitCode === null) await once(server, "exit");
}
