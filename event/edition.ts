import type { Launch } from "#content/shapes/launch.ts";
import { dayMs, instantOf, minuteMs, wallClock } from "./time-zone.ts";

export type EventPlan = Launch["event"];

/** The phases that the operator can choose by hand. */
export const chosenPhases = ["live", "waiting", "over", "cancelled"] as const;
export type ChosenPhase = (typeof chosenPhases)[number];

/** What the operator has decided about one edition, in place of the clock and of `content/launch.ts`. */
export type Override = {
  /** The year of the edition: the next edition begins without an override. */
  edition: number;
  phase: { name: ChosenPhase; since: number } | undefined;
  /** The new start of the event. */
  movedTo: number | undefined;
  /**
   * Grows with every change that calendars must know: a new start, a cancellation, and taking one of them back. Calendars
   * take the entry with the higher number as the newer one.
   */
  sequence: number;
  changedAt: number;
};

/** The event of one year. All times are milliseconds since 1970. */
export type Edition = {
  year: number;
  start: number;
  end: number;
  /** Where `content/launch.ts` puts the start; differs from `start` if the operator has moved the event. */
  plannedStart: number;
};

/** A moved edition starts at most 366 days after the day on which it was moved, so in the year after the next at latest. */
const maxYearsAway = 2;

/**
 * The edition that the page announces at this time: that of the pinned year, or else the first one that has not retired.
 * An edition stays the current one for `daysAfter` days after its end.
 */
export function editionAt(event: EventPlan, now: number, override?: Override): Edition {
  if (event.year !== "next") return editionIn(event.year, event, override);
  let year = wallClock(now, event.timeZone).getUTCFullYear() - maxYearsAway;
  let edition = editionIn(year, event, override);
  while (now >= retiresAt(event, edition)) {
    year += 1;
    edition = editionIn(year, event, override);
  }
  return edition;
}

/** When the next edition becomes the current one. A pinned edition never retires. */
export function retiresAt(event: EventPlan, { end }: Edition): number {
  return event.year === "next" ? end + event.daysAfter * dayMs : Number.POSITIVE_INFINITY;
}

function editionIn(year: number, event: EventPlan, override: Override | undefined): Edition {
  const shown = Date.UTC(year, event.month - 1, event.day, event.hour, event.minute);
  const plannedStart = instantOf(shown, event.timeZone);
  const start = (override?.edition === year ? override.movedTo : undefined) ?? plannedStart;
  return { year, start, end: start + event.durationMinutes * minuteMs, plannedStart };
}
