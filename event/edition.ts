import type { Launch } from "#content/shapes/launch.ts";
import { dayMs, instantOf, minuteMs, wallClock } from "./time-zone.ts";

export type EventPlan = Launch["event"];

/** The phases that the operator can choose by hand. */
export const chosenPhases = ["live", "waiting", "over", "cancelled"] as const;
export type ChosenPhase = (typeof chosenPhases)[number];

/** The operator's decisions about one edition (the class of one year); they overrule the clock and `launch.ts`. */
export type Override = {
  /** The year of the edition that the decisions are for: they do not apply to the next edition. */
  edition: number;
  phase: { name: ChosenPhase; since: number } | undefined;
  /** The new start of the event, if the operator has moved the event. */
  movedTo: number | undefined;
  /**
   * A number that grows with every change that calendars must know: a new start, a cancellation, and the undoing of
   * either. A calendar takes the entry with the higher number as the newer entry.
   */
  sequence: number;
  changedAt: number;
};

/** The event of one year. All times are milliseconds since 1970. */
export type Edition = {
  year: number;
  start: number;
  end: number;
  /** The start according to `content/launch.ts`; it differs from `start` if the operator has moved the event. */
  plannedStart: number;
};

/**
 * The operator can move an edition at most 366 days ahead of the day of the move, so it starts at most two years after
 * its planned year.
 */
const maxYearsAway = 2;

/**
 * The edition that the page shows at the time `now`: that of the year in `launch.ts`, or with the year "next" the first
 * edition that has not retired. An edition retires `daysAfter` days after its end.
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

/** When the page replaces this edition by the next one. An edition whose year `launch.ts` names is never replaced. */
export function retiresAt(event: EventPlan, { end }: Edition): number {
  return event.year === "next" ? end + event.daysAfter * dayMs : Number.POSITIVE_INFINITY;
}

function editionIn(year: number, event: EventPlan, override: Override | undefined): Edition {
  const shown = Date.UTC(year, event.month - 1, event.day, event.hour, event.minute);
  const plannedStart = instantOf(shown, event.timeZone);
  const start = (override?.edition === year ? override.movedTo : undefined) ?? plannedStart;
  return { year, start, end: start + event.durationMinutes * minuteMs, plannedStart };
}
