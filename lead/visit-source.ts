import { type VisitSource, visitParameters } from "./contract.ts";

const maxValueLength = 200;

/** Reads an untrusted input: an address, browser storage or a request. Only known names with a text as value stay. */
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

/** Replaces half a character, which the cut can leave. Safari before 16.4 and Chromium before 111 have no `toWellFormed`. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
