import type { VisitSource } from "./contract.ts";

/** All names that a source can have in the counts: nothing of a link's free text is counted. */
export const sourceNames = [
  "instagram",
  "facebook",
  "whatsapp",
  "youtube",
  "tiktok",
  "google",
  "telegram",
  "email",
  "indicacao",
  "direct",
  "other",
] as const;
export type SourceName = (typeof sourceNames)[number];

/** The names and hosts by which a source is recognized, in this order. */
const known: ReadonlyArray<[SourceName, RegExp]> = [
  ["instagram", /instagram|^ig$/],
  ["facebook", /facebook|^fb$/],
  ["whatsapp", /whats|^wa\.me/],
  ["youtube", /youtu/],
  ["tiktok", /tiktok/],
  ["google", /google/],
  ["telegram", /telegram|^t\.me/],
  ["email", /mail|activecampaign|news/],
  ["indicacao", /indicacao/],
];

/** The source of a visit: the last one, or the first one if the last had no source. */
export function sourceName({
  first,
  last,
}: {
  first?: VisitSource | undefined;
  last?: VisitSource | undefined;
}): SourceName {
  const visit = last ?? first;
  if (!visit) return "direct";
  const text = (visit.utm_source || hostOf(visit.referrer)).toLowerCase();
  return known.find(([, name]) => name.test(text))?.[0] ?? "other";
}

function hostOf(address = ""): string {
  return address.replace(/^\w+:\/\/|[/:].*$/g, "");
}
