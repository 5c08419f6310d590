import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Command } from "#server/commands/command.ts";
import { listLeads } from "#server/commands/list-leads.ts";
import { readConfig } from "./config.ts";
import { openStore } from "./open-store.ts";

const commands: ReadonlyMap<string, Command> = new Map([["list", listLeads]]);

await main(process.argv.slice(2));

async function main(argv: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: argv,
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
    strict: false,
  });
  const name = positionals[0];
  if (values["help"] === true || name === undefined) return print(help());
  const command = commands.get(name);
  if (command === undefined) return fail([`There is no command "${name}".`, "", help()]);
  await runCommand(command);
}

function help(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return ["npm run leads -- <command>", "", ...lines, "  --help    this text"].join("\n");
}

async function runCommand(command: Command): Promise<void> {
  if (existsSync(".env")) process.loadEnvFile(".env");
  const read = readConfig(process.env);
  if (read.kind === "mistakes") return fail(read.mistakes);
  const opened = await openStore(read.config.store);
  if (opened.kind === "unusable") return fail([opened.mistake]);
  const { database } = opened;
  await command.run({ database, print, clock: Date.now }).finally(() => database.destroy());
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function fail(lines: string[]): void {
  process.stderr.write(`${lines.join("\n")}\n`);
  process.exitCode = 1;
}
