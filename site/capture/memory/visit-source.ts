import { type SignUpContext, type VisitSource, visitParameters } from "#lead/contract.ts";
import { readSource } from "#lead/visit-source.ts";
import { keep, kept } from "./browser-storage.ts";

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
  const said = new Map<string, string>();
  for (const name of visitParameters) {
    const value = address.searchParams.get(name);
    if (value) said.set(name, value);
  }
  const from = originOf(referrer);
  if (from && from !== address.origin) said.set("referrer", from);
  return readSource(Object.fromEntries(said)) ?? {};
}

/** The site alone: a whole address may hold what is nobody's business. */
function originOf(referrer: string): string | undefined {
  try {
    return new URL(referrer).origin;
  } catch {
    // Most visits have no referrer, and an empty text is no address.
    return undefined;
  }
}
