import { outageReason } from "#server/storage/connection/errors.ts";
import type { Command, CommandInput, CommandIo, CommandLineIo, CommandOutcome } from "./command.ts";
import { commands } from "./command-table.ts";
import { readRequest } from "./read-request.ts";

export type ExitCode = 0 | 1 | 2;

/** From the words of the operator to an exit code: 0 done, 1 failed, 2 called the wrong way. */
export async function runCommandLine(
  args: readonly string[],
  door: CommandLineIo,
): Promise<ExitCode> {
  const [name, ...rest] = args;
  if (name === "--help" || name === "-h") return show(door, manualOfAll());
  const command = commands.get(name ?? "");
  if (name === undefined || command === undefined) return misnamed(door, name);
  const read = readRequest(command, rest);
  switch (read.kind) {
    case "help":
      return show(door, manualOf(name, command));
    case "misused":
      return conclude(door, { name, command }, read);
    case "request":
      return conclude(
        door,
        { name, command },
        await runSafely(door, { name, command }, read.request),
      );
  }
}

async function show({ write }: CommandIo, text: string): Promise<ExitCode> {
  await write(text);
  return 0;
}

function misnamed({ note }: CommandIo, name: string | undefined): ExitCode {
  if (name !== undefined) note(`There is no command "${name}".`);
  for (const line of manualOfAll().trimEnd().split("\n")) note(line);
  return 2;
}

type Named = { name: string; command: Command };

function conclude(
  { note }: CommandIo,
  { name, command }: Named,
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

/** The edge that catches: a disk that is full, a server that went away. A bug goes on up. */
async function runSafely(
  door: CommandLineIo,
  { name, command }: Named,
  request: CommandInput,
): Promise<CommandOutcome> {
  try {
    return await run(door, command, request);
  } catch (error) {
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    const line = `${name} broke off (${reason}). Mend that, then run it again.`;
    return { kind: "failed", lines: [line] };
  }
}

async function run(
  door: CommandLineIo,
  command: Command,
  request: CommandInput,
): Promise<CommandOutcome> {
  if (command.reaches === "everything") return command.run(door, request);
  const read = door.readConfig();
  if (read.kind === "mistakes") return { kind: "failed", lines: read.mistakes };
  const { config } = read;
  if (command.reaches === "store") return command.run({ ...door, store: config.store }, request);
  const opened = await door.openStore(config.store);
  if (opened.kind === "unusable") return { kind: "failed", lines: [opened.mistake] };
  const { database } = opened;
  return command.run({ ...door, database, config }, request).finally(() => database.destroy());
}

const call = "npm run leads --";

function manualOfAll(): string {
  const lines = [...commands].map(([name, { summary }]) => `  ${name.padEnd(10)}${summary}`);
  return [
    `${call} <command>`,
    "",
    ...lines,
    "",
    "  <command> --help   what a command does, and its options",
    "",
    "Exit codes: 0 done, 1 failed, 2 called the wrong way.",
    "",
  ].join("\n");
}

function manualOf(name: string, { usage, summary, details, options }: Command): string {
  const rows = Object.entries(options).map(([option, { about }]) => `  --${option}  ${about}`);
  const paragraphs = [[summary], details, rows].filter((lines) => lines.length > 0);
  return [[usageOf(name, usage)], ...paragraphs].map((lines) => `${lines.join("\n")}\n`).join("\n");
}

function usageOf(name: string, usage: string): string {
  return `${call} ${name} ${usage}`.trimEnd();
}
