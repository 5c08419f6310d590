import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { blankSettings } from "#tests/support/built/blank-settings.ts";
import { printedAddress } from "#tests/support/built/printed-address.ts";

type Settings = Record<string, string>;
export type ServerProcess = {
  url: string;
  /** Returns the processor time that the server process, with all its threads, has used until now. */
  processorMs: () => number;
  stop: () => Promise<void>;
};

/** Environment variables that make a bench shorter or longer. What it then measures is printed, and not written down. */
export const amountNames = ["ROUNDS", "SECONDS", "BESIDE"] as const;

export function amount(name: (typeof amountNames)[number], usual: number): number {
  return Number(process.env[name] || usual);
}

/** Starts our server, or another script, in its own process. The settings in a developer's `.env` do not apply to it. */
export async function startServer(
  settings: Settings,
  script = "build/server/main.js",
): Promise<ServerProcess> {
  const server = spawn(process.execPath, [script], {
    env: { ...process.env, ...blankSettings, PORT: "0", TRUSTED_PROXIES: "1", ...settings },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const address = await printedAddress(server);
  return {
    url: address.replace("localhost", "127.0.0.1"),
    processorMs: () => processorMs(server),
    stop: () => stop(server),
  };
}

/** Gives the work a data folder of its own, and removes it afterwards. */
export async function withDataFolder<Result>(
  work: (folder: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
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
