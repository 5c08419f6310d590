import type { Outcome, Request, World } from "./command.ts";

/** In the place of an e-mail: it is asked for, or comes by standard input. */
const byInput = "-";

/** For the help of the commands that take one. */
export const emailDetails = [
  "The e-mail is asked for, or read from standard input. Written as a word of the command it would stand in the list",
  "of processes and in the shell's history.",
];

/** The e-mail of the person that a command is about, mended as that of a sign-up is; empty when none was given. */
export async function emailOf(
  { ask, readLine }: Pick<World, "ask" | "readLine">,
  { operands: [word = byInput] }: Request,
): Promise<string> {
  const said = word === byInput ? ((await ask("E-mail: ")) ?? (await readLine())) : word;
  return said.trim().normalize("NFC");
}

export const noEmail: Outcome = {
  kind: "misused",
  line: "An e-mail is missing. Give it at the question or on standard input.",
};
