import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { createLog } from "./node/log.ts";
import { linesTo } from "./node/log-lines.ts";
import { serve } from "./serve.ts";

const stopWithinMs = 10_000;
/** Half of what is alive, where V8 would wait for several times as much: a third less memory for a fiftieth of the speed. */
const heapGrowthPercent = 50;

// What we write is about people: nobody else on this machine reads it.
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
      // Before it is said that we serve: whoever reads that may send a signal at once.
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
  // Node would print the whole error, and with it what a visitor wrote.
  process.on("uncaughtException", (error) => {
    log.fatal({ error }, "The server met an error that nobody expected, and ends.");
    process.exit(1);
  });
  return log;
}

/** That nobody reads it, or that its disk is full, is no reason to turn sign-ups away. */
function print(stream: NodeJS.WriteStream, lines: string[]): void {
  stream.on("error", () => {});
  stream.write(`${lines.join("\n")}\n`);
}

/** A signal often comes twice, once from the terminal and once from npm: the second changes nothing. */
function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), stopWithinMs).unref();
      void stop().then(() => process.exit(0));
    });
  }
}
