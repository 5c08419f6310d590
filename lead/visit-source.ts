import { type VisitSource, visitParameters } from "./contract.ts";

const maxValueLength = 200;

/**
 * Reads where a visit came from in an untrusted input: a URL's parameters, browser storage or a request. Only known
 * names whose value is a text stay.
 */
export function readSource(input: unknown): VisitSource | undefined {
  if (typeof input !== "object" || input === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(input));
  const source: VisitSource = {};
  for (const name of [...visitParameters, "referrer"] as const) {
    const value = values.get(name);
    if (typeof value === "string") source[name] = wellFormed(value.slice(0, maxValueLength));
  }
  return Object.keys(source).length > 0 ? source : undefined;
}

/**
 * Replaces half a character, which cutting the text can leave at its end. `toWellFormed` would do the same, but Safari
 * before 16.4 and Chromium before 111 lack it.
 */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
