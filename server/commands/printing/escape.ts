import { controlCharacters } from "#lead/control-characters.ts";

/** Replaces control characters by visible escapes like `\u001b`, which a terminal shows and does not obey. */
export function escapeForTerminal(text: string): string {
  return text.replace(controlCharacters, (character) =>
    character.split("").map(escapeCodeUnit).join(""),
  );
}

/** Writes JSON with control characters as escapes like `\u001b`. JSON knows them, so a program reads the same data. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(escapeForTerminal).join("\n");
}

function escapeCodeUnit(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** A word without special characters of a shell, and without a "-" at the beginning. */
const plainWord = /^(?!-)[A-Za-z0-9@._+-]+$/;

/**
 * A text as one word of a POSIX shell, to be pasted into a command. An e-mail may have backquotes, `$`, `|`
 * and the like before the "@": inside quotes the shell does not obey them.
 */
export function shellWord(text: string): string {
  return plainWord.test(text) ? text : `'${escapeForTerminal(text).replaceAll("'", "'\\''")}'`;
}
