import { parseArgs } from "node:util";
import type { Command, CommandInput } from "./command.ts";

/** Reads the words after the name of a command. */
export function readInput(
  command: Command,
  args: readonly string[],
): { kind: "input"; input: CommandInput } | { kind: "help" } | { kind: "misused"; line: string } {
  const parsed = parse(command, args);
  if (parsed.kind === "misused") return parsed;
  const { values, positionals } = parsed.result;
  if (values["help"] === true) return { kind: "help" };
  const { min, max } = command.operands;
  if (positionals.length < min) return { kind: "misused", line: "An argument is missing." };
  if (positionals.length > max)
    return { kind: "misused", line: `Unexpected argument: "${positionals[max]}".` };
  const given = Object.entries(values);
  const switches = given.flatMap(([name, value]) => (value === true ? [name] : []));
  const texts = given.flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return {
    kind: "input",
    input: { operands: positionals, switches: new Set(switches), values: new Map(texts) },
  };
}

const help = { type: "boolean", short: "h" } as const;

/** Reports an unknown option as wrong usage by the operator; Node throws a TypeError for it. */
function parse({ options }: Command, args: readonly string[]) {
  try {
    const config = {
      args: moveEmailsToEnd(args),
      options: { ...options, help },
      allowPositionals: true,
    };
    return { kind: "parsed", result: parseArgs(config) } as const;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: "misused", line: firstSentence(error.message) } as const;
  }
}

/**
 * Moves e-mails that begin with "-" behind a "--", after which Node reads no options. No option has an "@", so a
 * word with "-" and "@" is an e-mail.
 */
function moveEmailsToEnd(args: readonly string[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const words = args.slice(0, end);
  const emails = words.filter(isDashedEmail);
  if (emails.length === 0) return [...args];
  const others = words.filter((word) => !isDashedEmail(word));
  return [...others, "--", ...emails, ...args.slice(end + 1)];
}

function isDashedEmail(word: string): boolean {
  return word.startsWith("-") && word.includes("@");
}

function firstSentence(text: string): string {
  return `${text.split(". ")[0]?.replace(/\.$/, "") ?? ""}.`;
}
