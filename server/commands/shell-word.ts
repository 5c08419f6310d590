import { inert } from "./inert.ts";

/** What no shell obeys: neither a sign of its own nor a "-" at the beginning. */
const plain = /^(?!-)[A-Za-z0-9@._+-]+$/;

/**
 * A text as one word of a command, to be pasted into a POSIX shell. The rule of e-mails allows backquotes, `$`, `|`
 * and the like before the "@": in quotes they are letters.
 */
export function shellWord(text: string): string {
  return plain.test(text) ? text : `'${inert(text).replaceAll("'", "'\\''")}'`;
}
