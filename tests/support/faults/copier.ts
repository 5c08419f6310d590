import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { onTestFinished } from "vitest";
import { blankSettings } from "#tests/support/built/blank-settings.ts";

export type Copier = {
  /** What the process has printed until now, on both outputs. */
  printed: () => string;
  /** Sends the signal and waits for the end. Returns the exit code; null if the signal itself ended the process. */
  end: (signal: NodeJS.Signals) => Promise<number | null>;
};

type Options = {
  /** The largest file that the process may write, in blocks of 512 bytes. */
  maxBlocks?: number;
};

/** Starts `backup --to` of the built product in its own process. It ends with the test. */
export function startCopier(
  settings: Record<string, string>,
  words: readonly string[],
  { maxBlocks }: Options = {},
): Copier {
  const command = [process.execPath, "build/server/cli.js", "backup", "--to", ...words];
  const limit = maxBlocks === undefined ? "" : `ulimit -f ${maxBlocks}; `;
  const child = spawn("/bin/sh", ["-c", `${limit}exec "$@"`, "sh", ...command], {
    env: { PATH: process.env["PATH"], ...blankSettings, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      printed += String(chunk);
    });
  onTestFinished(async () => {
    await end(child, "SIGKILL");
  });
  return { printed: () => printed, end: (signal) => end(child, signal) };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "close");
  }
  return child.exitCode;
}
