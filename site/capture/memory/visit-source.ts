import { type SignUpContext, sourceField } from "#lead/contract.ts";
import { readSource, type VisitSource } from "#lead/visit-source.ts";
import { load, save } from "#site/ui/browser-storage.ts";

/** The server refuses a form of more than 4 kB, and proxies long headers: a long source must not stop a sign-up. */
const maxEncodedLength = 1_500;

/**
 * Saves the source of this visit, and the first source that this device ever had. A visit without a source changes
 * neither of them.
 */
export function rememberVisitSource(address: URL, referrer: string): void {
  const source = sourceOf(address, referrer);
  if (!source) return;
  save("tab", "visit-source", source);
  if (load("device", "first-source") === null) save("device", "first-source", source);
}

/** The first and the last source of the visitor, if known; the last alone if both together are too long to be sent. */
export function visitSources(): Pick<SignUpContext, "first" | "last"> {
  const first = readSource(load("device", "first-source"));
  const last = readSource(load("tab", "visit-source"));
  const ofVisit = { ...(last && { last }) };
  const sources = [{ ...(first && { first }), ...ofVisit }, ofVisit];
  return sources.find((one) => encoded(one).length <= maxEncodedLength) ?? {};
}

function encoded(sources: object): string {
  return encodeURIComponent(JSON.stringify(sources));
}

/** Adds the source of the visit to a form that the browser itself sends, because React has not loaded yet. */
export function addSourceToForms(page: Document): void {
  page.addEventListener("formdata", ({ formData }) => {
    formData.set(sourceField, encoded(visitSources()));
  });
}

/** The source of a visit; undefined if neither the address nor the referrer says where the visit came from. */
export function sourceOf(address: URL, referrer: string): VisitSource | undefined {
  // If the address has a parameter twice, the first value that is not empty counts.
  const filled = [...address.searchParams].filter(([, value]) => value).reverse();
  const from = originOf(referrer);
  return readSource({
    ...Object.fromEntries(filled),
    referrer: from === address.origin ? undefined : from,
  });
}

/** Keeps only the origin of the referrer, because its whole URL may hold private data. */
export function originOf(referrer: string): string | undefined {
  try {
    return new URL(referrer).origin;
  } catch {
    // The referrer is not a URL: in most visits it is empty.
    return undefined;
  }
}
