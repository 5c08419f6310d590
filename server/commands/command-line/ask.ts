import { createInterface } from "node:readline";

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
