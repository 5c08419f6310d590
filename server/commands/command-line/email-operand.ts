import { escapeForTerminal, readShellWord } from "#server/commands/printing/escape.ts";
import { formatTime } from "#server/commands/printing/text.ts";
import type { Person } from "#server/store/leads/person.ts";
import {
  type CommandInput,
  type CommandIo,
  type CommandOutcome,
  failed,
  misused,
} from "./command.ts";

/**
 * An operator who types `-` instead of an e-mail is asked for the e-mail; without a terminal, the command reads it from
 * standard input.
 */
const fromInput = "-";

/** The e-mail given to a command, cleaned up like the e-mail of a sign-up. An empty text if none was given. */
export async function readEmail(io: CommandIo, input: CommandInput): Promise<string> {
  return readPersonOperand(io, input, "E-mail: ");
}

/** The words that name a person, asked for with `question` if the operator wrote none. */
export async function readPersonOperand(
  { prompt, readLines }: CommandIo,
  { operands }: CommandInput,
  question: string,
): Promise<string> {
  const words = operands.join(" ");
  const isAsked = words === "" || words === fromInput;
  if (!isAsked) return words.trim().normalize("NFC");
  const answer = (await prompt(question)) ?? (await readLines(1))[0] ?? "";
  // Postgres refuses a text with a NUL, and no sign-up holds one.
  return readShellWord(answer.replaceAll("\0", "").trim()).normalize("NFC");
}

export const noEmail = misused(
  "Falta o e-mail. Escreva-o quando o comando perguntar, ou mande-o pela entrada padrão.",
);

export function unknownPerson(email: string, { erasedAt }: Person): CommandOutcome {
  const erased =
    erasedAt === undefined
      ? ""
      : ` Uma pessoa com este e-mail foi apagada em ${formatTime(erasedAt)}.`;
  return failed(
    `Nenhuma pessoa tem o e-mail ${escapeForTerminal(email)}.${erased} Confira a grafia ou procure pelo nome: npm run leads -- find`,
  );
}
