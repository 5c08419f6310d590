import { type SignUpContext, type VisitSource, visitParameters } from "#lead/contract.ts";
import { readSource } from "#lead/visit-source.ts";
import { load, save } from "./browser-storage.ts";

/**
 * Saves the source of this visit, and the first source that this device ever had. A visit without a source changes
 * neither.
 */
export function rememberVisitSource(address: URL, referrer: string): void {
  const source = sourceOf(address, referrer);
  if (Object.keys(source).length === 0) return;
  save("tab", "visit-source", source);
  if (load("device", "first-source") === null) save("device", "first-source", source);
}

export function visitSources(): Pick<SignUpContext, "first" | "last"> {
  const first = readSource(load("device", "first-source"));
  const last = readSource(load("tab", "visit-source"));
  return { ...(first && { first }), ...(last && { last }) };
}

export function sourceOf(address: URL, referrer: string): VisitSource {
  const values = new Map<string, string>();
  for (const name of visitParameters) {
    const value = address.searchParams.get(name);
    if (value) values.set(name, value);
  }
  const from = originOf(referrer);
  if (from && from !== address.origin) values.set("referrer", from);
  return readSource(Object.fromEntries(values)) ?? {};
}

/** Keeps only the origin of the referrer, because its whole URL may hold private data. */
function originOf(referrer: string): string | undefined {
  try {
    return new URL(referrer).origin;
  } catch {
    // The referrer is no URL: in most visits it is empty.
    return undefined;
  }
}
