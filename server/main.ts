import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { createLog } from "#server/node/log.ts";
import { linesTo } from "#server/node/log-lines.ts";
import { serve } from "./serve.ts";

const maxStopMs = 10_000;
/** V8 then collects garbage when the heap has grown by half, not by several times. Costs 2 % of the speed, saves a third of the memory. */
const heapGrowthPercent = 50;

// The files contain personal data: no other user of this machine may read them.
process.umask(0o077);
await main();

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const log = openLog();
  const served = await serve({
    env: process.env,
    siteFolder: resolve("dist"),
    log,
    endFailed: () => process.exit(1),
  });
  switch (served.kind) {
    case "serving":
      // Before the lines are printed: a script that reads them may send a signal at once.
      stopOnSignal(served.stop);
      return print(process.stdout, served.lines);
    case "refused":
      print(process.stderr, served.lines);
      process.exitCode = 1;
  }
}

function openLog(): Logger {
  const lines = linesTo(process.stderr.fd);
  const log = createLog(lines);
  process.on("exit", lines.flushSync);
  // Node would print the whole error, which can contain a visitor's data.
  process.on("uncaughtException", (error) => {
    log.fatal({ error }, "The server ends after an unexpected error.");
    process.exit(1);
  });
  return log;
}

/** Ignores errors such as EPIPE and ENOSPC: a line that cannot be printed must not stop the server. */
function print(stream: NodeJS.WriteStream, lines: string[]): void {
  stream.on("error", () => {});
  stream.write(`${lines.join("\n")}\n`);
}

/** Ignores the second signal: Ctrl-C sends one from the terminal and one from npm. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), maxStopMs).unref();
      void stop().then(() => process.exit(0));
    });
  }
}
