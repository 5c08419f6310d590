import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { systemFacesConfig, usualSystem } from "./system-faces.ts";

export type ProcessGroup = {
  /** What the command has written so far. */
  lines: string[];
  /** The pipe with the number 3 is read by the command, those with 3 and 4 are as Chromium wants them. */
  pipes: readonly ChildProcess["stdio"][number][];
  stop: () => Promise<void>;
};

/** Ends the command and all that it started, also when this process is killed: then nothing holds the input open. */
const untilTheInputEnds = '"$@" </dev/null & cat >/dev/null; kill -KILL 0';

/** What every browser of the tests is started with. A setting for all browsers belongs here. */
const environment = {
  ...process.env,
  LC_ALL: "C.UTF-8",
  TZ: "America/Sao_Paulo",
  FONTCONFIG_FILE: systemFacesConfig(usualSystem),
};

/** Browsers and their drivers leave processes behind: a group of their own goes as a whole. */
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
