import { dates } from "#content/dates.ts";
import { dateInWords, fill, hourInWords } from "#content/filled.ts";
import { landingPage } from "#content/pages.ts";
import { clockWords, phaseHeads } from "#content/phases.ts";
import type { PageHead } from "#content/shapes/words.ts";
import { type Edition, type EventPlan, editionAt, type Override } from "./edition.ts";
import { type CountdownWords, countdownAt, type Times } from "./event-texts.ts";
import { doorsAt, type Phase, replayEndsAt, type Schedule, scheduleAt } from "./phase.ts";
import { minuteMs, wallClock, zoneOffsetMs } from "./time-zone.ts";

/** What the pages, the calendar file and search engines show about the event at one point in time. */
export type EventState = {
  edition: Edition;
  schedule: Schedule;
  /** The words that replace `{date}` and `{hour}` in texts. */
  times: Times;
  /** How many minutes the event's time zone is ahead of UTC when the event starts. */
  minutesAhead: number;
  weekday: string;
  countdown: string;
  /** The hour at which visitors can enter the room of the class. */
  doors: string;
  replayUntil: string;
  head: PageHead;
  /** A number that grows with every change that calendars must know: see `Override`. */
  sequence: number;
};

export function eventStateAt(event: EventPlan, now: number, override?: Override): EventState {
  const edition = editionAt(event, now, override);
  const schedule = scheduleAt(event, now, override);
  const minutesAhead = zoneOffsetMs(event.timeZone, edition.start) / minuteMs;
  const words = countdownWords(edition);
  const times = timesInWords(edition.start, event.timeZone);
  return {
    edition,
    schedule,
    times,
    minutesAhead,
    weekday: dates.weekdays[wallClock(edition.start, event.timeZone).getUTCDay()] ?? "",
    countdown: countdownAt({ start: edition.start, minutesAhead, words }, now),
    doors: timesInWords(doorsAt(event, edition.start), event.timeZone).hour,
    replayUntil: replayUntilInWords(event, edition),
    head: headIn(schedule.phase, times),
    sequence: override?.edition === edition.year ? override.sequence : 0,
  };
}

/** The date and the hour of a start in words, as they replace `{date}` and `{hour}` in texts. */
export function timesInWords(start: number, timeZone: string): Times {
  const shown = wallClock(start, timeZone);
  return {
    date: dateInWords(shown.getUTCMonth() + 1, shown.getUTCDate()),
    hour: hourInWords(shown.getUTCHours(), shown.getUTCMinutes()),
  };
}

/**
 * The sentences about the days that are left until the class. If the operator has moved the class, these sentences also
 * say that its date is new.
 */
export function countdownWords({ start, plannedStart }: Edition): CountdownWords {
  const { days, tomorrow, moved } = clockWords.countdown;
  if (start === plannedStart) return { days, tomorrow, far: "" };
  return { days: `${moved} ${days}`, tomorrow: `${moved} ${tomorrow}`, far: moved };
}

/** The date until which the recording can be watched; empty if there is no recording. */
function replayUntilInWords(event: EventPlan, edition: Edition): string {
  const until = replayEndsAt(event, edition);
  return Number.isFinite(until) ? timesInWords(until, event.timeZone).date : "";
}

/** The title and the description of the landing page in a phase. */
export function headIn(phase: Phase, times: Times): PageHead {
  const { name, title, description } = headWithNames(phase);
  return { name, title: fill(title, times), description: fill(description, times) };
}

function headWithNames(phase: Phase): PageHead {
  const { titles, descriptions } = phaseHeads;
  switch (phase) {
    case "before":
      return landingPage;
    case "today":
    case "doors":
    case "waiting":
      return { ...landingPage, title: titles.today };
    case "live":
      return { ...landingPage, title: titles.live, description: descriptions.live };
    case "over":
    case "replay":
      return { ...landingPage, title: titles.over, description: descriptions.after };
    case "cancelled":
      return { ...landingPage, title: titles.cancelled, description: descriptions.after };
  }
}
