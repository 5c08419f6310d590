import {
  type CommandInput,
  type CommandIo,
  type CommandOutcome,
  failed,
  misused,
} from "./command.ts";

const agreement = /^(s(im)?|y(es)?)$/i;

/** The option that skips the question of `confirm`. */
export const yesOption = { yes: { type: "boolean", about: "não pede confirmação" } } as const;

/** Asks the operator, who agrees with `sim` or `s`. Returns how the command ends if the operator does not agree. */
export async function confirm(
  { prompt }: CommandIo,
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
