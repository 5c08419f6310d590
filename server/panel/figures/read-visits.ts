import type { EventPlan } from "#event/edition.ts";
import { isAroundClass } from "#event/phase.ts";
import { hourMs, minuteMs, startOfDay, zoneOffsetMs } from "#event/time-zone.ts";
import { readMinutes, readSteps, readStepTotals } from "#server/store/counts/read-counts.ts";
import type { Database } from "#server/store/tables.ts";
import type { Figures, SignUpFigures, StateFigures } from "./figures.ts";
import { inTurn } from "./in-turn.ts";
import { inSlices, type Minute } from "./slices.ts";
import { stepFigures, sumOf } from "./step-figures.ts";

const hoursShown = 24;
/** The fewest and the most minutes that are shown around the class. */
const minMinutes = 60;
const maxMinutes = 180;

type Present = { now: number; event: EventPlan; state: Pick<StateFigures, "phase" | "start"> };
type Kept = { source: SignUpFigures["bySource"][number]["source"]; count: number };

/** What the visitors did: today, in the last hours, and in all. */
export async function readVisits(
  database: Database,
  { now, event, state }: Present,
): Promise<Pick<Figures, "signUps" | "steps">> {
  const today = startOfDay(now, event.timeZone);
  const firstHour = beginning(now, hourMs, event) - (hoursShown - 1) * hourMs;
  // Another server's clock may be a little ahead.
  const to = now + minuteMs;
  const since = Math.min(today, firstHour);
  const minutes = await inTurn(() => readMinutes(database, { since, to }));
  const steps = await inTurn(() => readSteps(database, { since: today, to }));
  const totals = await inTurn(() => readStepTotals(database));
  const kept = totals.filter(({ step }) => step === "kept");
  return {
    signUps: {
      lastHour: signUpsSince(minutes, now - hourMs),
      today: signUpsSince(minutes, today),
      all: sumOf(kept),
      people: kept.reduce((total, { newPeople }) => total + newPeople, 0),
      byHour: inSlices(minutes, { first: firstHour, lengthMs: hourMs, now }),
      byMinute: isAroundClass(state.phase) ? byMinute(minutes, { now, event, state }) : undefined,
      bySource: bySource(kept),
    },
    steps: { today: stepFigures(steps), all: stepFigures(totals) },
  };
}

/** The hour or the minute of this time, by the clocks of the event's time zone. */
function beginning(now: number, lengthMs: number, { timeZone }: EventPlan): number {
  return now - ((now + zoneOffsetMs(timeZone, now)) % lengthMs);
}

/** The minutes are counted as a whole: the last hour begins with the first full one. */
function signUpsSince(minutes: readonly Minute[], since: number): number {
  return minutes
    .filter(({ minute }) => minute >= since)
    .reduce((total, { signUps }) => total + signUps, 0);
}

/** From the opening of the doors on, or the last hour if this is longer: the operator may open the doors at any time. */
function byMinute(minutes: readonly Minute[], { now, event, state }: Present) {
  const present = beginning(now, minuteMs, event);
  const doorsAt = state.start - event.doorsMinutes * minuteMs;
  const first = Math.min(doorsAt, present - (minMinutes - 1) * minuteMs);
  const earliest = present - (maxMinutes - 1) * minuteMs;
  return inSlices(minutes, { first: Math.max(first, earliest), lengthMs: minuteMs, now });
}

/** The sources of kept sign-ups, the most frequent first. */
export function bySource(kept: readonly Kept[]): SignUpFigures["bySource"] {
  const sources = new Map<Kept["source"], number>();
  for (const { source, count } of kept) sources.set(source, (sources.get(source) ?? 0) + count);
  return [...sources]
    .map(([source, signUps]) => ({ source, signUps }))
    .filter(({ signUps }) => signUps > 0)
    .sort((one, other) => other.signUps - one.signUps || (one.source < other.source ? -1 : 1));
}
