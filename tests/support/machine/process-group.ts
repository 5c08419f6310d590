import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { systemFontsConfig, usualSystem } from "./system-fonts.ts";

export type ProcessGroup = {
  /** The lines that the command has written so far. */
  lines: string[];
  /** The pipes with the file descriptors 3 and 4, which Chromium needs: the command reads from 3 and writes to 4. */
  pipes: readonly ChildProcess["stdio"][number][];
  stop: () => Promise<void>;
};

/**
 * A shell script that runs a command, and ends it and all its child processes when the script's input closes. The input
 * also closes when the test process is killed.
 */
const untilTheInputEnds = '"$@" </dev/null & cat >/dev/null; kill -KILL 0';

/** The environment of every browser in the tests; a setting for all browsers belongs here. */
const environment = {
  ...process.env,
  LC_ALL: "C.UTF-8",
  TZ: "America/Sao_Paulo",
  FONTCONFIG_FILE: systemFontsConfig(usualSystem),
};

/** Starts a command in its own process group: browsers leave processes behind, and a whole group can be killed. */
export function startGroup(
  command: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): ProcessGroup {
  const child = spawn("sh", ["-c", untilTheInputEnds, "sh", command, ...args], {
    detached: true,
    env: { ...environment, ...settings },
    stdio: ["pipe", "pipe", "ignore", "pipe", "pipe"],
  });
  const [input, output, , ...pipes] = child.stdio;
  const lines: string[] = [];
  if (output) createInterface({ input: output }).on("line", (line) => lines.push(line));
  const ended = once(child, "exit");
  return {
    lines,
    pipes,
    async stop() {
      input?.end();
      await ended;
    },
  };
}
