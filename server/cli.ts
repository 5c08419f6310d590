import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { ask } from "#server/command-line/asking.ts";
import type { CommandLineIo } from "#server/command-line/command.ts";
import { runCommandLine } from "#server/commands/run-command-line.ts";
import { readDisk } from "#server/store/connection/sqlite.ts";
import { openExistingStore } from "#server/store/open-store.ts";
import { readConfig } from "./config.ts";
import { sleepFor } from "./waiting.ts";

const siteFolder = join(import.meta.dirname, "../dist");

// No other user of this machine may read the files that this process creates, because they contain personal data.
process.umask(0o077);
await main();

async function main(): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  process.stdout.on("error", endAfterOutputError);
  process.exitCode = await runCommandLine(process.argv.slice(2), commandLineIo());
}

/**
 * Ends the command after an error of standard output: the reader has closed the pipe, as in `list | head`, or the
 * output cannot be written.
 */
function endAfterOutputError(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  note(`Não foi possível escrever a saída (${error.message}).`);
  process.exit(1);
}

function commandLineIo(): CommandLineIo {
  return {
    readConfig: () => readConfig(process.env),
    openStore: openExistingStore,
    clock: Date.now,
    sleep: sleepFor,
    fetch,
    folders: { site: siteFolder, pictures: "content/pictures" },
    readDisk,
    isTerminal: process.stdout.isTTY,
    write,
    note,
    prompt,
    readLines,
  };
}

async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, "drain");
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

/**
 * Asks a question at the terminal. Returns undefined if there is no terminal. Ctrl-C and Ctrl-D end the command at
 * once: no command changes anything before its last question.
 */
async function prompt(question: string): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined;
  const { stdin: input, stderr: output } = process;
  const answer = await ask({ input, output, terminal: output.isTTY }, question);
  if (answer !== undefined) return answer;
  note("\nInterrompido. Nada mudou.");
  process.exit(1);
}

/** Reads the first lines, then closes standard input, because an open pipe would keep this process running. */
async function readLines(count: number): Promise<string[]> {
  const lines: string[] = [];
  try {
    for await (const line of createInterface({ input: process.stdin }))
      if (lines.push(line) === count) break;
    return lines;
  } finally {
    process.stdin.destroy();
  }
}
