import { controlCharacters } from "#lead/lead.ts";

/** Replaces control characters by visible escapes like `\u001b`, which a terminal shows and does not obey. */
export function escapeForTerminal(text: string): string {
  return text.replace(controlCharacters, (character) =>
    character.split("").map(escapeCodeUnit).join(""),
  );
}

/**
 * Writes data as JSON, with control characters as escapes like `\u001b`. These escapes are part of JSON, so a program
 * that reads the JSON gets the same data.
 */
export function escapeJson(
  value: unknown,
  write?: (name: string, value: unknown) => unknown,
): string {
  return JSON.stringify(value, write, 2).split("\n").map(escapeForTerminal).join("\n");
}

/** Makes one line of a list, with tabs between the cells. */
export function tabbedLine(cells: readonly string[]): string {
  return `${cells.map(escapeForTerminal).join("\t")}\n`;
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Matches a word that needs no quotes in a shell: it has no special characters of a shell, and no "-" at the beginning. */
const plainWord = /^(?!-)[A-Za-z0-9@._+-]+$/;

/**
 * Writes a text as one word of a POSIX shell, to be pasted into a command. An e-mail may have backquotes, `$`, `|` and
 * similar characters before the "@": a shell does not run such characters inside quotes.
 */
export function shellWord(text: string): string {
  return plainWord.test(text) ? text : `'${escapeForTerminal(text).replaceAll("'", "'\\''")}'`;
}
