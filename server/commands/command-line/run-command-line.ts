import { nearest } from "#content/shapes/nearest.ts";
import { commandLine as phrases } from "#phrases/command-line.ts";
import { store as storePhrases } from "#phrases/store.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/connection/open-database.ts";
import {
  type Command,
  type CommandInput,
  type CommandIo,
  type CommandLineIo,
  type CommandOutcome,
  failed,
} from "./command.ts";
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
  if (name === undefined) {
    for (const line of helpForAll().trimEnd().split("\n")) note(line);
    return 2;
  }
  const meant = nearest(name, [...commands.keys()]);
  const advice = meant === undefined ? "" : ` ${phrases.didYouMean(meant)}`;
  note(phrases.noCommand(escapeForTerminal(name)) + advice);
  note(phrases.allCommands);
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
      note(phrases.usage(usageOf(name, command.usage)));
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
    return failed(phrases.stopped(name, reason));
  }
}

async function run(
  io: CommandLineIo,
  command: Command,
  input: CommandInput,
): Promise<CommandOutcome> {
  if (command.needs === "nothing") return command.run(io, input);
  const read = io.readConfig();
  if (read.kind === "mistakes") return failed(...read.mistakes);
  const { config } = read;
  io.note(storePhrases.reading(describeStore(config.store)));
  if (command.needs === "store") return command.run({ ...io, store: config.store, config }, input);
  const opened = await io.openStore(config.store);
  if (opened.kind === "unusable") return failed(opened.mistake);
  const { database } = opened;
  return command.run({ ...io, database, config }, input).finally(() => database.destroy());
}

function helpForAll(): string {
  const width = Math.max(...[...commands.keys()].map((name) => name.length)) + 2;
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`);
  return [
    `${phrases.call} ${phrases.anyCommand}`,
    "",
    ...lines,
    "",
    `  ${phrases.oneCommand}`,
    "",
    phrases.exitCodes,
    "",
  ].join("\n");
}

function helpFor({ name, command }: NamedCommand): string {
  const { usage, summary, details, options } = command;
  const width = Math.max(...Object.keys(options).map((option) => option.length)) + 2;
  const rows = Object.entries(options).map(
    ([option, { about }]) => `  --${option.padEnd(width)}${about}`,
  );
  const paragraphs = [[summary], details, rows].filter((lines) => lines.length > 0);
  return [[usageOf(name, usage)], ...paragraphs].map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function usageOf(name: string, usage: string): string {
  return `${phrases.call} ${name} ${usage}`.trimEnd();
}
