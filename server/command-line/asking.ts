import { createInterface } from "node:readline";
import { formatTime } from "#server/format.ts";
import type { Person } from "#server/store/leads.ts";
import {
  type CommandInput,
  type CommandLineIo,
  type CommandOutcome,
  failed,
  misused,
} from "./command.ts";
import { escapeForTerminal } from "./escape.ts";

/** `terminal` is false when the output goes to a file: then readline writes nothing but the question. */
type Terminal = {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  terminal: boolean;
};

/** Asks a question at a terminal. Resolves to undefined after Ctrl-C or Ctrl-D, and at the end of the input. */
export async function ask(terminal: Terminal, question: string): Promise<string | undefined> {
  const lines = createInterface(terminal);
  return new Promise((resolve) => {
    lines.once("close", () => resolve(undefined));
    lines.question(question, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}

const agreement = /^(s(im)?|y(es)?)$/i;

/** The option that skips the question of `confirm`. */
export const yesOption = { yes: { type: "boolean", about: "não pede confirmação" } } as const;

/** Asks the operator, who agrees with `sim` or `s`. Returns how the command ends if the operator does not agree. */
export async function confirm(
  { prompt }: CommandLineIo,
  { switches }: CommandInput,
  question: string,
): Promise<CommandOutcome | "agreed"> {
  if (switches.has("yes")) return "agreed";
  const answer = await prompt(`${question} Escreva sim para continuar: `);
  if (answer === undefined)
    return misused(
      "Este comando pede uma confirmação, mas não há terminal. Para rodar sem a pergunta: --yes",
    );
  return agreement.test(answer.trim()) ? "agreed" : failed("Nada mudou.");
}

/**
 * An operator who types `-` instead of an e-mail is asked for the e-mail; without a terminal, the command reads the
 * e-mail from standard input.
 */
const fromInput = "-";

/** The help text of each command that takes the e-mail of one person. */
export const askedEmail = [
  "O comando pergunta o e-mail, ou o lê da entrada padrão. Também aceita o e-mail escrito depois do comando, mas então",
  "ele fica visível na lista de processos e no histórico do terminal.",
];

/** The e-mail given to a command, cleaned up like the e-mail of a sign-up. An empty text if none was given. */
export async function readEmail(io: CommandLineIo, input: CommandInput): Promise<string> {
  return readPersonOperand(io, input, "E-mail: ");
}

/** Returns the words that name a person. If the operator wrote none, asks `question`. */
export async function readPersonOperand(
  { prompt, readLines }: CommandLineIo,
  { operands }: CommandInput,
  question: string,
): Promise<string> {
  const words = operands.join(" ");
  const isAsked = words === "" || words === fromInput;
  if (!isAsked) return words.trim().normalize("NFC");
  const answer = (await prompt(question)) ?? (await readLines(1))[0] ?? "";
  // Removes NUL characters: Postgres refuses a text with NUL, and no stored sign-up contains one.
  return answer.replaceAll("\0", "").trim().normalize("NFC");
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
