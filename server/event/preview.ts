import { createHmac, timingSafeEqual } from "node:crypto";
import { type Phase, phases } from "#event/phase.ts";

/** How long a link to a preview opens, in milliseconds. */
export const previewMs = 24 * 60 * 60_000;

type Preview = { phase: Phase; until: number };

/** The query of a link that shows a page in one phase, as it is at that time or not: `fase=live&ate=…&assinatura=…`. */
export function signPreview(key: string, { phase, until }: Preview): string {
  const [fase, ate] = [phase, String(until)];
  return new URLSearchParams({ fase, ate, assinatura: signatureOf(key, fase, ate) }).toString();
}

/** The phase to show; undefined if the link was not signed with this key, or opens no longer. */
export function readPreview(key: string, query: URLSearchParams, now: number): Phase | undefined {
  const [fase, ate, given] = ["fase", "ate", "assinatura"].map((name) => query.get(name) ?? "");
  const phase = phases.find((name) => name === fase);
  if (phase === undefined || ate === undefined || given === undefined) return undefined;
  if (!isEqual(given, signatureOf(key, phase, ate))) return undefined;
  return now < Number(ate) ? phase : undefined;
}

function signatureOf(key: string, phase: string, until: string): string {
  return createHmac("sha256", key).update(`${phase} ${until}`).digest("base64url");
}

/** Takes the same time wherever the texts differ, so that the time of an answer tells nothing about the signature. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
