import type { PageHead } from "#content/shapes/pages.ts";
import { type Edition, type EventPlan, editionAt } from "./edition.ts";
import { countdownInWords, headIn, replayUntilInWords, timesInWords } from "./event-words.ts";
import type { Times } from "./moved-words.ts";
import type { Override } from "./override.ts";
import { type Schedule, scheduleAt } from "./phase.ts";
import { minuteMs, zoneOffsetMs } from "./time-zone.ts";

/** All that the pages, the calendar file and search engines are told about the event at one time. */
export type EventState = {
  edition: Edition;
  schedule: Schedule;
  /** What `{date}` and `{hour}` show. */
  times: Times;
  /** What they would show if the operator had not moved the event: the texts of the built pages name these. */
  planned: Times;
  /** How many minutes the event's time zone is ahead of UTC when the event starts. */
  minutesAhead: number;
  countdown: string;
  replayUntil: string;
  head: PageHead;
  /** How often the operator has changed the edition. */
  sequence: number;
};

export function eventStateAt(event: EventPlan, now: number, override?: Override): EventState {
  const edition = editionAt(event, now, override);
  const schedule = scheduleAt(event, now, override);
  return {
    edition,
    schedule,
    times: timesInWords(edition.start, event.timeZone),
    planned: timesInWords(edition.plannedStart, event.timeZone),
    minutesAhead: zoneOffsetMs(event.timeZone, edition.start) / minuteMs,
    countdown: countdownInWords(event, edition, now),
    replayUntil: replayUntilInWords(event, edition),
    head: headIn(schedule.phase),
    sequence: override?.edition === edition.year ? override.sequence : 0,
  };
}
