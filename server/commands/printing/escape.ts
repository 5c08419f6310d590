import { controlCharacters } from "#lead/obeyed-characters.ts";

/** What a visitor wrote, so that it can only be read. */
export function inert(text: string): string {
  return text.replace(controlCharacters, (character) => character.split("").map(escaped).join(""));
}

/** The same data in JSON, which has these escapes itself. */
export function escapeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(inert).join("\n");
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What no shell obeys: neither a sign of its own nor a "-" at the beginning. */
const plain = /^(?!-)[A-Za-z0-9@._+-]+$/;

/**
 * A text as one word of a command, to be pasted into a POSIX shell. The rule of e-mails allows backquotes, `$`, `|`
 * and the like before the "@": in quotes they are letters.
 */
export function shellWord(text: string): string {
  return plain.test(text) ? text : `'${inert(text).replaceAll("'", "'\\''")}'`;
}
