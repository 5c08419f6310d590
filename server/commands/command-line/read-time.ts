import { instantOf, wallClock } from "#event/time-zone.ts";
import { timeZone as launchZone } from "#server/commands/printing/text.ts";

/**
 * `start` is the first moment of what the text names. `end` is the first moment after a whole day; for an hour it is
 * the same as `start`.
 */
export type ReadTime =
  | { kind: "time"; start: number; end: number }
  | { kind: "not-read" }
  | { kind: "impossible" };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** The longest time between two 29 February, in years: the year 2100 has none. */
const maxYearsBetweenLeapDays = 8;

const agoForm = /^h[áa] ?(\d{1,4}) ?(min|h|d)(?:utos?|oras?|ias?)?$/;
const dayForm = String.raw`hoje|ontem|amanh[ãa]|\d{1,2}/\d{1,2}(?:/(?:\d{4}|\d\d))?|\d{4}-\d\d-\d\d`;
const hourForm = String.raw`(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?|h(\d\d)?)`;
const offsetForm = String.raw`\(?([+-]\d\d:\d\d)\)?|z`;
const wholeForm = new RegExp(
  `^(${dayForm})?(?:(?:^|[ t]+)(?:[àa]s )?${hourForm}(?: ?(?:${offsetForm}))?)?$`,
);

/** How to read a text that does not say everything. */
type Reading = {
  timeZone?: string;
  /**
   * The text means a time to come: without a year the next such day, and an hour alone is an hour of the day that holds
   * `hourAloneOn`. Otherwise the text means the latest such time that is not in the future.
   */
  ahead?: { hourAloneOn: number };
};

/** Reads a date or an hour as Brazilians write it, in the launch's time zone; also the forms that our commands print. */
export function readTime(
  typed: string,
  now: number,
  { timeZone = launchZone, ahead }: Reading = {},
): ReadTime {
  const text = typed.trim().toLowerCase();
  const ago = agoForm.exec(text);
  if (ago !== null) return moment(now - Number(ago[1]) * unitMs(ago[2]));
  const [matched, day, hours, minutes, seconds, minutesAfterH, offset] = wholeForm.exec(text) ?? [];
  if (!matched) return { kind: "not-read" };
  const timeOfDay = readTimeOfDay([hours, minutes ?? minutesAfterH, seconds]);
  const dayOf = (instant: number) => startOfWallDay(wallClock(instant, timeZone).getTime());
  const days =
    day === undefined && ahead !== undefined
      ? [dayOf(ahead.hourAloneOn)]
      : readDays(day, dayOf(now), ahead === undefined ? -1 : 1);
  if (timeOfDay === undefined || days.length === 0) return { kind: "impossible" };
  const toInstant = (shown: number) =>
    text.endsWith("z") || offset !== undefined
      ? shown - offsetMs(offset)
      : instantOf(shown, timeZone);
  const starts = days.map((start) => toInstant(start + timeOfDay));
  const nearest = starts.findIndex((start) => (ahead === undefined ? start <= now : start > now));
  const chosen = Math.max(nearest, 0);
  const [start = now, dayStart = 0] = [starts[chosen], days[chosen]];
  return hours === undefined
    ? { kind: "time", start, end: toInstant(dayStart + dayMs) }
    : moment(start);
}

function moment(ms: number): ReadTime {
  return { kind: "time", start: ms, end: ms };
}

function unitMs(unit: string | undefined): number {
  if (unit === "min") return minuteMs;
  return unit === "h" ? hourMs : dayMs;
}

/** The milliseconds since midnight; undefined for an hour that no clock shows. */
function readTimeOfDay(parts: Array<string | undefined>): number | undefined {
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part ?? 0));
  if (hours > 23 || minutes > 59 || seconds > 59) return undefined;
  return hours * hourMs + minutes * minuteMs + seconds * 1_000;
}

function startOfWallDay(shown: number): number {
  return Math.floor(shown / dayMs) * dayMs;
}

/**
 * The days that the text can mean, as milliseconds of a clock on the wall: first the nearest, then those a year or more
 * before (-1) or after it (1). Empty if no such day exists.
 */
function readDays(day: string | undefined, today: number, direction: -1 | 1): number[] {
  if (day === undefined) return [today, today - dayMs];
  if (day === "hoje") return [today];
  if (day === "ontem") return [today - dayMs];
  if (day.startsWith("amanh")) return [today + dayMs];
  const [first = "", second = "", third] = day.split(/[/-]/);
  if (day.includes("-")) return existing(Number(first), Number(second), Number(third));
  const [date, month] = [Number(first), Number(second)];
  if (third !== undefined) return existing(Number(third.padStart(4, "20")), month, date);
  const thisYear = new Date(today).getUTCFullYear();
  const years = Array.from(
    { length: maxYearsBetweenLeapDays + 1 },
    (_, apart) => thisYear + direction * apart,
  );
  return years.flatMap((year) => existing(year, month, date));
}

function existing(year: number, month: number, date: number): number[] {
  const wallClock = Date.UTC(year, month - 1, date);
  const found = new Date(wallClock);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === date ? [wallClock] : [];
}

function offsetMs(offset: string | undefined): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset ?? "+00:00") ?? [];
  const ahead = Number(hours) * hourMs + Number(minutes) * minuteMs;
  return sign === "-" ? -ahead : ahead;
}
