import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { createLog } from "./log.ts";
import { serve } from "./serve.ts";

const stopWithinMs = 10_000;

await main();

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const log = createLog();
  const served = await serve({ env: process.env, siteFolder: resolve("dist"), log });
  switch (served.kind) {
    case "serving":
      print(process.stdout, served.lines);
      return stopOnSignal(served.stop);
    case "refused":
      print(process.stderr, served.lines);
      process.exitCode = 1;
  }
}

function print(stream: NodeJS.WriteStream, lines: string[]): void {
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
