import { escapeForTerminal } from "#server/commands/printing/escape.ts";
import { formatTime } from "#server/commands/printing/text.ts";
import type { Person } from "#server/storage/leads/person.ts";
import { type CommandInput, type CommandIo, type CommandOutcome, failed } from "./command.ts";

/**
 * An operator who types `-` instead of an e-mail is asked for the e-mail; without a terminal, the command reads it from
 * standard input.
 */
const fromInput = "-";

/** Lines for the help of each command that takes an e-mail. */
export const emailDetails = [
  "The command asks for the e-mail, or reads it from standard input. An e-mail written after the command works too,",
  "but is visible in the list of processes and in the shell's history.",
];

/** The e-mail given to a command, cleaned up like the e-mail of a sign-up. An empty text if none was given. */
export async function readEmail(
  { prompt, readLine }: CommandIo,
  { operands: [word = fromInput] }: CommandInput,
): Promise<string> {
  const text = word === fromInput ? ((await prompt("E-mail: ")) ?? (await readLine())) : word;
  return text.trim().normalize("NFC");
}

export const noEmail: CommandOutcome = {
  kind: "misused",
  line: "An e-mail is missing. Type it when the command asks for it, or send it to standard input.",
};

export function unknownPerson(email: string, { erasedAt }: Person): CommandOutcome {
  const erased =
    erasedAt === undefined ? "" : ` This person was erased on ${formatTime(erasedAt)}.`;
  return failed(
    `No person in this store has the e-mail ${escapeForTerminal(email)}.${erased} Check the spelling, or list all leads: npm run leads -- list`,
  );
}
