import { existsSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { alarms } from "#phrases/alarms.ts";
import { createLog, linesTo } from "./log.ts";
import { serve } from "./serve.ts";

const maxStopMs = 10_000;
/**
 * Makes V8 collect garbage when the heap has grown by this percentage, not only when the heap has become several times
 * larger. This setting costs 2 % of the speed and saves a third of the memory.
 */
const heapGrowthPercent = 50;

// No other user of this machine may read the files that this process creates, because they contain personal data.
process.umask(0o077);
await main();

async function main(): Promise<void> {
  setFlagsFromString(`--heap-growing-percent=${heapGrowthPercent}`);
  if (existsSync(".env")) process.loadEnvFile(".env");
  const log = openLog();
  const served = await serve({
    env: process.env,
    siteFolder: join(import.meta.dirname, "../dist"),
    log,
    // A log that does not search for personal data: the search costs more than writing the line.
    plainLog: log.child({}, { redact: [] }),
    endFailed: () => process.exit(1),
  });
  switch (served.kind) {
    case "serving":
      // Signals are handled before the lines are printed, because a script that reads the lines may send a signal at
      // once.
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
  // Logs an unexpected error without its message: Node would print the whole error, which can contain a visitor's data.
  process.on("uncaughtException", (error) => {
    const { alarm, message } = alarms.serverEnds;
    log.fatal({ alarm, error }, message);
    process.exit(1);
  });
  return log;
}

/** Ignores errors such as EPIPE and ENOSPC: a line that cannot be printed must not stop the server. */
function print(stream: NodeJS.WriteStream, lines: string[]): void {
  stream.on("error", () => {});
  stream.write(`${lines.join("\n")}\n`);
}

/** Stops at the first signal, and ignores the second: at Ctrl-C, the terminal sends a signal, and npm sends one too. */
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
