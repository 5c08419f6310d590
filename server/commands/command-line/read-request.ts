import { parseArgs } from "node:util";
import type { Command, CommandInput, CommandIo, CommandOutcome } from "./command.ts";

export type ReadRequest =
  | { kind: "request"; request: CommandInput }
  | { kind: "help" }
  | { kind: "misused"; line: string };

const help = { type: "boolean", short: "h" } as const;

/** What stands after the name of a command. */
export function readRequest(command: Command, args: readonly string[]): ReadRequest {
  const parsed = parse(command, args);
  if (parsed.kind === "misused") return parsed;
  const { values, positionals } = parsed.result;
  if (values["help"] === true) return { kind: "help" };
  const { least, most } = command.operands;
  if (positionals.length < least) return { kind: "misused", line: "Something is missing." };
  if (positionals.length > most)
    return { kind: "misused", line: `"${positionals[most]}" is too much.` };
  const given = Object.entries(values);
  const flags = new Set(given.flatMap(([name, value]) => (value === true ? [name] : [])));
  const texts = given.flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value] as const] : [],
  );
  return { kind: "request", request: { operands: positionals, flags, texts: new Map(texts) } };
}

/** Node throws at what it doesn't know; here that is the operator's slip. */
function parse({ options }: Command, args: readonly string[]) {
  try {
    const config = {
      args: emailsLast(args),
      options: { ...options, help },
      allowPositionals: true,
    };
    return { kind: "parsed", result: parseArgs(config) } as const;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { kind: "misused", line: firstSentence(error.message) } as const;
  }
}

/** An e-mail may begin with "-". No option has an "@" in it: what has one goes behind a "--", after which Node takes no options. */
function emailsLast(args: readonly string[]): string[] {
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

/** Written in place of an e-mail: the command then asks for the e-mail, or reads it from standard input. */
const byInput = "-";

/** Lines for the help of each command that takes an e-mail. */
export const emailDetails = [
  "The command asks for the e-mail, or reads it from standard input. As a word of the command it would be visible in the list",
  "of processes and in the shell's history.",
];

/** The e-mail that a command is about, cleaned up like that of a sign-up; an empty text if none was given. */
export async function emailOf(
  { ask, readLine }: Pick<CommandIo, "ask" | "readLine">,
  { operands: [word = byInput] }: CommandInput,
): Promise<string> {
  const said = word === byInput ? ((await ask("E-mail: ")) ?? (await readLine())) : word;
  return said.trim().normalize("NFC");
}

export const noEmail: CommandOutcome = {
  kind: "misused",
  line: "An e-mail is missing. Type it when asked, or give it on standard input.",
};
