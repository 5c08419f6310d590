import { parseArgs } from "node:util";
import { commandLine } from "#phrases/command-line.ts";
import { yesOption } from "#server/command-line/asking.ts";
import {
  type Command,
  type CommandInput,
  type CommandLineIo,
  type CommandOutcome,
  type Context,
  failed,
  type Misused,
  misused,
} from "#server/command-line/command.ts";
import { escapeForTerminal } from "#server/command-line/escape.ts";
import { outageReason } from "#server/store/connection/errors.ts";
import { describeStore } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { commands, findCommand } from "./command-table.ts";

type ExitCode = 0 | 1 | 2;

const { call } = commandLine;

/** Runs the command whose name is the operator's first word. Exit codes: 0 done, 1 failed, 2 wrong usage. */
export async function runCommandLine(
  args: readonly string[],
  io: CommandLineIo,
): Promise<ExitCode> {
  const [first] = args;
  if (first === undefined || first === "--help" || first === "-h") {
    for (const line of helpForAll())
      if (first === undefined) io.note(line);
      else await io.write(`${line}\n`);
    return first === undefined ? 2 : 0;
  }
  const found = findCommand(args);
  if (found === undefined) {
    io.note(`O comando "${escapeForTerminal(first)}" não existe.`);
    io.note(`Para ver todos os comandos: ${call} --help`);
    return 2;
  }
  const { name, command } = found;
  const read = readInput(found);
  if (read.kind === "help") {
    await io.write(helpFor(name, command));
    return 0;
  }
  const outcome: CommandOutcome =
    read.kind === "misused" ? read : await runSafely(io, name, command, read.input);
  switch (outcome.kind) {
    case "done":
      return 0;
    case "failed":
      for (const line of outcome.lines) io.note(line);
      return 1;
    case "misused":
      io.note(outcome.line);
      io.note(`Uso: ${usageOf(name, command)}`);
      return 2;
  }
}

/** Reports an outage, like a full disk or a lost database server. Any other error is a bug, and is thrown again. */
async function runSafely(
  io: CommandLineIo,
  name: string,
  command: Command,
  input: CommandInput,
): Promise<CommandOutcome> {
  const { context, close } = createContext(io);
  try {
    return await command.run(context, input);
  } catch (error) {
    if (error instanceof Unusable) return failed(...error.lines);
    const reason = outageReason(error);
    if (reason === undefined) throw error;
    return failed(
      `O comando ${name} parou antes do fim (${reason}). Resolva este problema e rode ${name} de novo.`,
    );
  } finally {
    await close();
  }
}

/** Thrown to end a command if its settings have mistakes, or if its store cannot be opened. */
class Unusable extends Error {
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join("\n"));
    this.lines = lines;
  }
}

function createContext(io: CommandLineIo): { context: Context; close(): Promise<void> } {
  const opened: Database[] = [];
  const settings = () => {
    const read = io.readConfig();
    if (read.kind === "mistakes") throw new Unusable(read.mistakes);
    const { config } = read;
    io.note(`Banco de dados: ${describeStore(config.store)}`);
    return { ...io, config };
  };
  const open = async () => {
    const { config } = settings();
    const answer = await io.openStore(config.store);
    if (answer.kind === "outage") throw new Unusable([answer.mistake]);
    const { database } = answer;
    opened.push(database);
    return { ...io, database, config };
  };
  const close = async () => {
    for (const database of opened) await database.destroy();
  };
  return { context: { ...io, settings, open }, close };
}

const help = { type: "boolean", short: "h", about: "" } as const;

/** Reads the words after the name of a command. */
function readInput({
  command,
  rest,
}: NonNullable<ReturnType<typeof findCommand>>):
  | { kind: "input"; input: CommandInput }
  | { kind: "help" }
  | Misused {
  // Every command accepts `--yes`, also a command that asks nothing, so that a script can always add `--yes`.
  const options = { ...yesOption, ...command.options, help };
  const parsed = parse(rest, options);
  if (parsed.kind === "wrong")
    return misused(
      `A opção ${escapeForTerminal(parsed.option)} não existe neste comando, ou tem um valor a mais ou a menos.`,
    );
  const { values: given, positionals: operands } = parsed;
  if (given["help"]) return { kind: "help" };
  const switches = new Set<string>();
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(given))
    if (typeof value === "string") values.set(name, value);
    else switches.add(name);
  const { min, max } = command.operands ?? { min: 0, max: 0 };
  const extra = operands[max];
  if (operands.length < min) return misused(commandLine.argumentMissing);
  if (extra !== undefined)
    return misused(`O comando não aceita "${escapeForTerminal(extra)}" aqui.`);
  return { kind: "input", input: { operands, switches, values } };
}

function parse(args: readonly string[], options: NonNullable<Command["options"]>) {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true });
    return { kind: "parsed", ...parsed } as const;
  } catch (error) {
    // Node's error message is in English. Only the name of the option, which is in quotes, is taken from the
    // message.
    const [, option = ""] = /'(?:-\w, )?(-[^\s'=]*)/.exec(String(error)) ?? [];
    return { kind: "wrong", option } as const;
  }
}

function helpForAll(): string[] {
  const width = Math.max(...[...commands.keys()].map((name) => name.length)) + 2;
  return [
    `${call} <comando>`,
    "",
    ...[...commands].map(([name, { summary }]) => `  ${name.padEnd(width)}${summary}`),
    "",
    "  <comando> --help   o que o comando faz, e suas opções",
    "",
    "Código de saída: 0, deu certo; 1, falhou; 2, o comando está mal escrito.",
  ];
}

function helpFor(name: string, command: Command): string {
  const { summary, details, options = {} } = command;
  const width = Math.max(...Object.keys(options).map((option) => option.length)) + 2;
  const rows = Object.entries(options).map(
    ([option, { about }]) => `  --${option.padEnd(width)}${about}`,
  );
  const more = "Mais em docs/operacao/comandos.md";
  const paragraphs = [[summary], details, rows, [more]].filter((lines) => lines.length > 0);
  return [[usageOf(name, command)], ...paragraphs]
    .map((lines) => `${lines.join("\n")}\n`)
    .join("\n");
}

function usageOf(name: string, { usage }: Command): string {
  return `${call} ${name} ${usage}`.trimEnd();
}
