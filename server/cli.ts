import { once } from "node:events";
import { existsSync } from "node:fs";
import { createInterface } from "node:readline";
import { type Door, runCommandLine } from "#server/commands/run-command-line.ts";
import { readConfig } from "./config.ts";
import { openStore } from "./open-store.ts";

await main();

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.stdout.on("error", leave);
  const door: Door = { readStore, openStore, clock: Date.now, write, note, ask };
  process.exitCode = await runCommandLine(process.argv.slice(2), door);
}

/** Whoever read us has seen enough, as in `list | head`. */
function leave(error: NodeJS.ErrnoException): void {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
}

function readStore(): ReturnType<Door["readStore"]> {
  const read = readConfig(process.env);
  return read.kind === "mistakes" ? read : { kind: "store", store: read.config.store };
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Who closes the question, by Ctrl-C or Ctrl-D, has not said yes. */
async function ask(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    terminal.once("close", () => resolve(""));
    terminal.question(question, (answer) => {
      resolve(answer);
      terminal.close();
    });
  });
}
