import { type VisitSource, visitParameters } from "./contract.ts";

const longestValue = 200;

/** Whatever an address, the browser's memory or a request says: only known names with text come through. */
export function readSource(said: unknown): VisitSource | undefined {
  if (typeof said !== "object" || said === null) return undefined;
  const values = new Map<string, unknown>(Object.entries(said));
  const source: VisitSource = {};
  for (const name of [...visitParameters, "referrer"] as const) {
    const value = values.get(name);
    if (typeof value === "string") source[name] = wellFormed(value.slice(0, longestValue));
  }
  return Object.keys(source).length > 0 ? source : undefined;
}

/** Replaces the half character that a cut can leave. Safari before 16.4 and Chromium before 111 have no `toWellFormed`. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, "\uFFFD");
}
