import { createHmac, timingSafeEqual } from "node:crypto";
import type { Edition } from "#event/edition.ts";
import { type Phase, phases } from "#event/phase.ts";
import { formatTime } from "#server/command-line/text.ts";
import { readTime } from "#server/command-line/times.ts";

/** How long a link to a preview opens, in milliseconds. */
export const previewMs = 24 * 60 * 60_000;

/** What a preview shows: the page as it is at a time, or in one phase with the words of now. */
export type Previewed = Phase | number;

type Preview = { shown: Previewed; until: number };

/** The query of a link to a preview: `momento=live&ate=…&assinatura=…`, or a time in milliseconds for the phase. */
export function signPreview(key: string, { shown, until }: Preview): string {
  const [momento, ate] = [String(shown), String(until)];
  return new URLSearchParams({
    momento,
    ate,
    assinatura: signatureOf(key, momento, ate),
  }).toString();
}

/** What to show; undefined if the link was not signed with this key, or opens no longer. */
export function readPreview(
  key: string,
  query: URLSearchParams,
  now: number,
): Previewed | undefined {
  const [momento = "", ate = "", given = ""] = ["momento", "ate", "assinatura"].map(
    (name) => query.get(name) ?? "",
  );
  if (!isEqual(given, signatureOf(key, momento, ate)) || !(now < Number(ate))) return undefined;
  return phases.find((name) => name === momento) ?? Number(momento);
}

/** The minute of which the operator wants to see the page: an hour alone is one of the day of the class. */
export function readPreviewed(typed: string, now: number, { start }: Edition): number | undefined {
  const read = readTime(typed, now, { ahead: { hourAloneOn: start } });
  return read.kind === "time" && read.start === read.end ? read.start : undefined;
}

/** The mark on a page that is a preview. */
export function markOf(shown: Previewed): string {
  const moment = typeof shown === "number" ? formatTime(shown) : `momento ${shown}`;
  return `Prévia: ${moment}. Os visitantes não veem esta página agora.`;
}

function signatureOf(key: string, shown: string, until: string): string {
  return createHmac("sha256", key).update(`${shown} ${until}`).digest("base64url");
}

/** Takes the same time wherever the texts differ, so that the time of an answer tells nothing about the signature. */
function isEqual(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}
