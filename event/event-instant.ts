import type { Launch } from "#content/shapes/launch.ts";

type EventDate = Launch["event"];
type Period = { start: Date; end: Date };

const minuteMs = 60_000;

/**
 * Start and end of the event: in the year of `event.year` if it is a number, otherwise on the next date with the
 * event's day and month.
 */
export function eventPeriod(event: EventDate, now: Date): Period {
  if (event.year !== "next") return periodIn(event.year, event);
  const thisYear = periodIn(now.getUTCFullYear(), event);
  return thisYear.end > now ? thisYear : periodIn(now.getUTCFullYear() + 1, event);
}

function periodIn(year: number, event: EventDate): Period {
  const wallClock = Date.UTC(year, event.month - 1, event.day, event.hour, event.minute);
  const start = new Date(wallClock - zoneOffsetMs(event.timeZone, wallClock));
  return { start, end: new Date(start.getTime() + event.durationMinutes * minuteMs) };
}

/** How many milliseconds the time zone is ahead of UTC at about the time `around`. */
export function zoneOffsetMs(timeZone: string, around: number): number {
  const name = offsetFormat(timeZone)
    .formatToParts(around)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minuteMs;
  return sign === "-" ? -ahead : ahead;
}

/** The formats that were made, kept because making one takes sixteen times as long as using it. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  offsetFormats.set(timeZone, format);
  return format;
}
