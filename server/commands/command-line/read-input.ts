import { parseArgs } from "node:util";
import { nearest } from "#content/shapes/nearest.ts";
import { commandLine as phrases } from "#phrases/command-line.ts";
import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { type Command, type CommandInput, type Misused, misused, type Option } from "./command.ts";

type ReadInput = { kind: "input"; input: CommandInput } | { kind: "help" } | Misused;

/** Reads the words after the name of a command. */
export function readInput(command: Command, args: readonly string[]): ReadInput {
  const options: Command["options"] = { ...command.options, help };
  const { tokens } = parseArgs({
    args: moveEmailsToEnd(args),
    options: { ...options, help },
    allowPositionals: true,
    // Node's own refusals are in English, so this file looks for the mistakes itself.
    strict: false,
    tokens: true,
  });
  const given = tokens.filter((token) => token.kind === "option");
  if (given.some(({ name }) => name === "help")) return { kind: "help" };
  const wrong = given.flatMap((token) => explainOption(options, token) ?? [])[0];
  if (wrong !== undefined) return misused(wrong);
  const operands = tokens.flatMap((token) => (token.kind === "positional" ? [token.value] : []));
  return (
    explainOperands(command, operands) ?? {
      kind: "input",
      input: {
        operands,
        switches: new Set(given.filter(({ value }) => value === undefined).map(({ name }) => name)),
        values: new Map(
          given.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])),
        ),
      },
    }
  );
}

const help = { type: "boolean", short: "h", about: "" } as const;

type Given = {
  name: string;
  rawName: string;
  value: string | undefined;
  inlineValue?: boolean | undefined;
};

/** Says what is wrong with an option that the operator wrote; undefined if nothing is. */
function explainOption(
  options: Readonly<Record<string, Option>>,
  { name, rawName, value, inlineValue }: Given,
): string | undefined {
  const shown = escapeForTerminal(rawName);
  switch (options[name]?.type) {
    case undefined: {
      const meant = rawName.startsWith("--") ? nearest(name, Object.keys(options)) : undefined;
      const advice = meant === undefined ? "" : ` ${phrases.didYouMean(`--${meant}`)}`;
      return phrases.noOption(shown) + advice;
    }
    case "boolean":
      return value === undefined ? undefined : phrases.valueTooMany(shown);
    case "string": {
      const isNextOption = inlineValue !== true && value?.startsWith("-") === true;
      return value && !isNextOption ? undefined : phrases.noValue(shown);
    }
  }
}

function explainOperands(
  { operands: { min, max } }: Command,
  given: readonly string[],
): Misused | undefined {
  if (given.length < min) return misused(phrases.argumentMissing);
  const extra = given[max];
  return extra === undefined
    ? undefined
    : misused(phrases.argumentTooMany(escapeForTerminal(extra)));
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
