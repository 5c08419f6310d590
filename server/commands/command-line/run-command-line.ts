import { outageReason } from "#server/storage/connection/errors.ts";
import type { Command, CommandInput, CommandIo, CommandLineIo, CommandOutcome } from "./command.ts";
import { commands } from "./command-table.ts";
import { readInput } from "./read-input.ts";

type ExitCode = 0 | 1 | 2;
type NamedCommand = { name: string; command: Command };

/** Runs the command whose name is the operator's first word. Exit codes: 0 done, 1 failed, 2 wrong usage. */
export async function runCommandLine(
  args: readonly string[],
  io: CommandLineIo,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === "--help" || name === "-h") return printHelp(io, helpForAll());
  const command = commands.get(name ?? "");
  if (name === undefined || command === undefined) return explainUnknown(io, name);
  const read = readInput(command, rest);
  switch (read.kind) {
    case "help":
      return printHelp(io, helpFor({ name, command }));
    case "misused":
      return conclude(io, { name, command }, read);
    case "input":
      return conclude(io, { name, command }, await runSafely(io, { name, command }, read.input));
  }
}

async function printHelp({ write }: CommandIo, text: string): Promise<ExitCode> {
  await write(text);
  return 0;
}

function explainUnknown({ note }: CommandIo, name: string | undefined): ExitCode {
  if (name !== undefined) note(`There is no command "${name}".`);
  for (const line of helpForAll().trimEnd().split("\n")) note(line);
  return 2;
}

/** Prints why a command did not succeed, and returns its exit code. */
function conclude(
  { note }: CommandIo,
  { name, command }: NamedCommand,
  outcome: CommandOutcome,
): ExitCode {
  switch (outcome.kind) {
    case "done":
      return 0;
    case "failed":
      for (const line of outcome.lines) note(line);
      return 1;
    case "misused":
      note(outcome.line);
      note(`Usage: ${usageOf(name, command.usage)}`);
      return 2;
  }
}

/** Reports an outage, like a full disk or a lost database server. Any other error is a bug, and is thrown again. */
async function runSafely(
  io: CommandLineIo,
  { name, command }: NamedCommand,
  input: CommandInput,
): Promise<CommandOutcome> {
  try {
    return await run(io, command, input);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    const line = `${name} stopped before its end (${reason}). Fix this problem, then run ${name} again.`;
    return { kind: "failed", lines: [line] };
  }
}

async function run(
  io: CommandLineIo,
  command: Command,
  input: CommandInput,
): Promise<CommandOutcome> {
  if (command.needs === "nothing") return command.run(io, input);
  const read = io.readConfig();
  if (read.kind === "mistakes") return { kind: "failed", lines: read.mistakes };
  const { config } = read;
  if (command.needs === "store") return command.run({ ...io, store: config.store }, input);
  const opened = await io.openStore(config.store);
  if (opened.kind === "unusable") return { kind: "failed", lines: [opened.mistake] };
  const { database } = opened;
  return command.run({ ...io, database, config }, input).finally(() => database.destroy());
}

const call = "npm run leads --";

function helpForAll(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return [
    `${call} <command>`,
    "",
    ...lines,
    "",
    "  <command> --help   what a command does, and its options",
    "",
    "Exit codes: 0 done, 1 failed, 2 wrong usage.",
    "",
  ].join("\n");
}

function helpFor({ name, command }: NamedCommand): string {
  const { usage, summary, details, options } = command;
  const rows = Object.entries(options).map(([option, { about }]) => `  --${option}  ${about}`);
  const paragraphs = [[summary], details, rows].filter((lines) => lines.length > 0);
  return [[usageOf(name, usage)], ...paragraphs].map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function usageOf(name: string, usage: string): string {
  return `${call} ${name} ${usage}`.trimEnd();
}
