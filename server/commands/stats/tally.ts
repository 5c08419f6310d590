import type { VisitSource } from "#lead/contract.ts";
import { timeZone } from "#server/commands/since.ts";
import { isHeld } from "#server/storage/submissions/held-submissions.ts";
import type { SubmissionStats } from "#server/storage/submissions/submission-stats.ts";

export type Tally = {
  total: number;
  held: number;
  /** By the instant at which the hour began. */
  hours: Map<number, number>;
  sources: Map<string, number>;
  surfaces: Map<string, number>;
};

const hourMs = 60 * 60_000;
export const others = "(others)";

/** Anybody can write anything into a link: not each of it deserves a line. */
const mostLabels = 10_000;

export function createTally(): Tally {
  return { total: 0, held: 0, hours: new Map(), sources: new Map(), surfaces: new Map() };
}

export function addTo(tally: Tally, signUp: SubmissionStats): void {
  if (isHeld(signUp)) {
    tally.held += 1;
    return;
  }
  tally.total += 1;
  increase(tally.hours, signUp.received_at - (signUp.received_at % hourMs));
  increase(tally.surfaces, signUp.surface);
  const source = sourceOf(signUp.source);
  const hasRoom = tally.sources.size < mostLabels || tally.sources.has(source);
  increase(tally.sources, hasRoom ? source : others);
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** What the link says of itself, or else the site that had it. */
function sourceOf(source: string | null): string {
  const visits: { first?: VisitSource; last?: VisitSource } = JSON.parse(source ?? "{}");
  const visit = visits.last ?? visits.first;
  return visit?.utm_source || hostOf(visit?.referrer ?? "") || "(direct)";
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "";
}

const usualHours = 48;

/** Swedish writes dates as everybody can read and sort them: 2026-11-11 20:00. */
const inWords = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  dateStyle: "short",
  timeStyle: "short",
});

/** Each hour from the first in which somebody signed up to this one, quiet ones among them. */
export function hourRows(
  hours: ReadonlyMap<number, number>,
  { now, since }: { now: number; since: number | undefined },
): Array<[string, number]> {
  const thisHour = now - (now % hourMs);
  const earliest = since ?? thisHour - (usualHours - 1) * hourMs;
  const shown = [...hours.keys()].filter((hour) => hour + hourMs > earliest);
  const first = shown.reduce((one, other) => Math.min(one, other), Infinity);
  const last = shown.reduce((one, other) => Math.max(one, other), thisHour);
  const count = Math.max(0, Math.floor((last - first) / hourMs) + 1);
  return Array.from({ length: count }, (_, index) => {
    const hour = first + index * hourMs;
    return [inWords.format(hour), hours.get(hour) ?? 0];
  });
}
