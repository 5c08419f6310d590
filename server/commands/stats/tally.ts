import { timeZone } from "#server/commands/command-line/since-option.ts";
import { readVisits } from "#server/commands/printing/read-visits.ts";
import { isHeld } from "#server/storage/submissions/held-submissions.ts";
import type { SubmissionStats } from "#server/storage/submissions/submission-stats.ts";

export type Tally = {
  total: number;
  held: number;
  /** The number of sign-ups in each hour. A key is the beginning of the hour, in milliseconds since 1970. */
  hours: Map<number, number>;
  sources: Map<string, number>;
  surfaces: Map<string, number>;
};

const hourMs = 60 * 60_000;
export const others = "(others)";

/**
 * The most sources of visits that `stats` counts. The limit bounds the memory, because any visitor can write any source
 * into a link.
 */
const maxLabels = 10_000;

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
  const hasRoom = tally.sources.size < maxLabels || tally.sources.has(source);
  increase(tally.sources, hasRoom ? source : others);
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The source of a visit: the `utm_source` of the link, or, without a `utm_source`, the site that the visitor came from. */
function sourceOf(source: string | null): string {
  const { first, last } = readVisits(source);
  const visit = last ?? first;
  return visit?.utm_source || hostOf(visit?.referrer ?? "") || "(direct)";
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : "";
}

/** How many hours `stats` shows without the option `--since`. */
const defaultHours = 48;

/** Times are written in the Swedish form, which people everywhere can read and which sorts by time: 2026-11-11 20:00. */
const hourFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  dateStyle: "short",
  timeStyle: "short",
});

/** Returns one row for each hour from the first sign-up to now, with a 0 for an hour without sign-ups. */
export function hourRows(
  hours: ReadonlyMap<number, number>,
  { now, since }: { now: number; since: number | undefined },
): Array<[string, number]> {
  const thisHour = now - (now % hourMs);
  const earliest = since ?? thisHour - (defaultHours - 1) * hourMs;
  const shown = [...hours.keys()].filter((hour) => hour + hourMs > earliest);
  const first = shown.reduce((one, other) => Math.min(one, other), Infinity);
  const last = shown.reduce((one, other) => Math.max(one, other), thisHour);
  const count = Math.max(0, Math.floor((last - first) / hourMs) + 1);
  return Array.from({ length: count }, (_, index) => {
    const hour = first + index * hourMs;
    return [hourFormat.format(hour), hours.get(hour) ?? 0];
  });
}
