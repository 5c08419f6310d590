import { type Edition, type EventPlan, editionAt } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { choiceAt, phaseAt } from "#event/phase.ts";
import { dayMs, daysBetween } from "#event/time-zone.ts";
import { content } from "#phrases/doctor/content.ts";
import { eventFindings as phrases } from "#phrases/doctor/event.ts";
import { formatDay, formatTime } from "#server/commands/printing/text.ts";
import type { StoredEvent } from "#server/event/choices.ts";
import { backToClock, backToPlan, describePhase, formatEnd } from "#server/event/describe.ts";
import { describeEventTime } from "./describe-event-time.ts";
import { buildAgain, type DoctorFinding, findingsOn } from "./finding.ts";

/**
 * Doctor warns about an event that is more than this many days away: this year's event was probably a few days ago, and
 * the page already announces the event of next year.
 */
const farAwayDays = 180;

const { subjects } = content;

/**
 * Checks when the event is, and where it stands. Without an answer of the store, `stored` is undefined, and only what
 * content/launch.ts says is checked.
 */
export function checkEvent(
  event: EventPlan,
  now: number,
  stored: Pick<StoredEvent, "override"> | undefined,
): DoctorFinding[] {
  const override = stored?.override;
  const edition = editionAt(event, now, override);
  return [
    checkDate(event, edition, now),
    checkYear(event),
    ...(stored === undefined ? [] : [checkPhase(event, now, override)]),
    ...checkMove(edition),
  ];
}

function checkDate(event: EventPlan, { year, start, end }: Edition, now: number): DoctorFinding {
  const { ok, warn, fail } = findingsOn(subjects.event);
  const day = describeEventTime(new Date(start), event.timeZone);
  const announced = phrases.announced(day, formatTime(start), year);
  const todo = phrases.correct(buildAgain);
  if (now >= end + event.daysAfter * dayMs) return fail(phrases.over(announced), todo);
  if (now >= end) return ok(phrases.justOver(announced));
  if (now >= start) return ok(phrases.live(announced));
  const days = daysBetween(now, start, event.timeZone);
  const later = phrases.inDays(announced, days);
  return days > farAwayDays ? warn(phrases.far(later), todo) : ok(later);
}

/** Warns until the year is pinned: on the night of the event nothing must depend on which year is the next one. */
function checkYear({ year, daysAfter }: EventPlan): DoctorFinding {
  const { ok, warn } = findingsOn(phrases.subjects.year);
  return year === "next"
    ? warn(phrases.next(daysAfter), phrases.pin(buildAgain))
    : ok(phrases.pinned(year));
}

function checkPhase(event: EventPlan, now: number, override: Override | undefined): DoctorFinding {
  const { ok, warn } = findingsOn(phrases.subjects.phase);
  const present = describePhase(phaseAt(event, now, override));
  const choice = choiceAt(event, now, override);
  if (choice === undefined) return ok(phrases.byClock(present));
  const { since, until } = choice;
  return warn(phrases.byHand(present, formatTime(since), formatEnd(until)), backToClock);
}

/** A move that was forgotten, for example after a rehearsal, sends everybody to the wrong hour. */
function checkMove({ start, plannedStart }: Edition): DoctorFinding[] {
  if (start === plannedStart) return [];
  const { warn } = findingsOn(phrases.subjects.moved);
  return [warn(phrases.moved(formatDay(start), formatDay(plannedStart)), backToPlan)];
}
