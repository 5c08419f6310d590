import { confirmation as phrases } from "#phrases/commands/confirmation.ts";
import {
  type CommandInput,
  type CommandIo,
  type CommandOutcome,
  failed,
  misused,
} from "./command.ts";

const agreement = /^(s(im)?|y(es)?)$/i;

/** The option that skips the question of `confirm`. */
export const yesOption = { yes: { type: "boolean", about: phrases.yes } } as const;

/** Asks the operator, who agrees with `sim` or `s`. Returns how the command ends if the operator does not agree. */
export async function confirm(
  { prompt }: CommandIo,
  { switches }: CommandInput,
  question: string,
): Promise<CommandOutcome | "agreed"> {
  if (switches.has("yes")) return "agreed";
  const answer = await prompt(phrases.ask(question));
  if (answer === undefined) return misused(phrases.noTerminal);
  return agreement.test(answer.trim()) ? "agreed" : failed(phrases.refused);
}
