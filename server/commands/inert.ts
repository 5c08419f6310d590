import { obeyedCharacters } from "#lead/obeyed-characters.ts";

/** What a visitor wrote, so that it can only be read. */
export function inert(text: string): string {
  return text.replace(obeyedCharacters, (character) => character.split("").map(escaped).join(""));
}

/** The same data in JSON, which has these escapes itself. */
export function inertJson(value: unknown): string {
  return JSON.stringify(value, null, 2).split("\n").map(inert).join("\n");
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
