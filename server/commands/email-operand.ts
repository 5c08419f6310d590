import type { Outcome, Request, World } from "./command.ts";

/** Written in place of an e-mail: the command then asks for the e-mail, or reads it from standard input. */
const byInput = "-";

/** Lines for the help of each command that takes an e-mail. */
export const emailDetails = [
  "The command asks for the e-mail, or reads it from standard input. As a word of the command it would be visible in the list",
  "of processes and in the shell's history.",
];

/** The e-mail that a command is about, cleaned up like that of a sign-up; an empty text if none was given. */
export async function emailOf(
  { ask, readLine }: Pick<World, "ask" | "readLine">,
  { operands: [word = byInput] }: Request,
): Promise<string> {
  const said = word === byInput ? ((await ask("E-mail: ")) ?? (await readLine())) : word;
  return said.trim().normalize("NFC");
}

export const noEmail: Outcome = {
  kind: "misused",
  line: "An e-mail is missing. Type it when asked, or give it on standard input.",
};
