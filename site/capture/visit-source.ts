import { type SignUpContext, type VisitSource, visitParameters } from "#lead/contract.ts";
import { keep, kept } from "./kept.ts";

const longestValue = 200;

/** Noted as the page opens: the first source of all visits, and the last one that said anything. */
export function rememberVisitSource(address: URL, referrer: string): void {
  const source = sourceOf(address, referrer);
  if (Object.keys(source).length === 0) return;
  keep("visit", "visit-source", source);
  if (kept("always", "first-source") === null) keep("always", "first-source", source);
}

export function visitSources(): Pick<SignUpContext, "first" | "last"> {
  const first = readSource(kept("always", "first-source"));
  const last = readSource(kept("visit", "visit-source"));
  return { ...(first && { first }), ...(last && { last }) };
}

export function sourceOf(address: URL, referrer: string): VisitSource {
  const source: VisitSource = {};
  for (const name of visitParameters) {
    const value = address.searchParams.get(name);
    if (value) source[name] = value.slice(0, longestValue);
  }
  const from = originOf(referrer);
  if (from && from !== address.origin) source.referrer = from;
  return source;
}

/** The site alone: a whole address may hold what is nobody's business. */
function originOf(referrer: string): string | undefined {
  return URL.canParse(referrer) ? new URL(referrer).origin : undefined;
}

/** What the browser kept may be anything: only known names with text come back. */
function readSource(value: unknown): VisitSource | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const source: VisitSource = {};
  const values = new Map<string, unknown>(Object.entries(value));
  for (const name of [...visitParameters, "referrer"] as const) {
    const said = values.get(name);
    if (typeof said === "string") source[name] = said;
  }
  return source;
}
