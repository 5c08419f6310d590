import { stats as phrases } from "#phrases/commands/stats.ts";
import { readVisits } from "#server/commands/printing/read-visits.ts";

/** How many sign-ups came from each source, and from each campaign. */
export type VisitCounts = {
  read: number;
  sources: Map<string, number>;
  campaigns: Map<string, number>;
};

/**
 * The most sources and campaigns that `stats` counts. The limit bounds the memory, because any visitor can write
 * anything into a link.
 */
const maxLabels = 10_000;

export function createVisitCounts(): VisitCounts {
  return { read: 0, sources: new Map(), campaigns: new Map() };
}

/** Counts the visit with which a person signed up: the last one, or the first one if the last had no source. */
export function countVisit(counts: VisitCounts, source: string | null): void {
  const { first, last } = readVisits(source);
  const visit = last ?? first;
  counts.read += 1;
  const from = visit?.utm_source || hostOf(visit?.referrer ?? "") || phrases.direct;
  increase(counts.sources, from);
  increase(counts.campaigns, visit?.utm_campaign || phrases.noCampaign);
}

function increase(counts: Map<string, number>, label: string): void {
  const hasRoom = counts.size < maxLabels || counts.has(label);
  const counted = hasRoom ? label : phrases.others;
  counts.set(counted, (counts.get(counted) ?? 0) + 1);
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "";
}
