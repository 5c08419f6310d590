import { launch } from "#content/launch.ts";
import { dayMs, daysBetween, hourMs, minuteMs, wallClock, zoneOffsetMs } from "#event/time-zone.ts";

// How numbers and times are written for the operator: the same way in the panel, in commands and in messages.

/** The time zone in which the operator reads and writes times. */
export const { timeZone } = launch.event;
const secondMs = 1_000;
/** The space between a number and its unit, at which no line breaks. */
const space = "\u00a0";
const whole = new Intl.NumberFormat("pt-BR", { maximumFractionDigits: 0 });
const oneDecimal = new Intl.NumberFormat("pt-BR", {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const weekday = new Intl.DateTimeFormat("pt-BR", { timeZone, weekday: "long" });

/** A whole number with a dot between thousands: `1.001`. */
export function formatCount(count: number): string {
  return whole.format(count);
}

/** A number with one decimal, after a comma: `0,5`. */
export function formatDecimal(number: number): string {
  return oneDecimal.format(number);
}

/** A share as a percentage: `0,4%`, `63%`. An undefined share is a dash. */
export function formatShare(share: number | undefined): string {
  if (share === undefined) return "–";
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return "<0,1%";
  return `${(percent > 0 && percent < 9.95 ? oneDecimal : whole).format(percent)}%`;
}

/** How long something takes: `0,4 s`, `12 s`, `4 min 10 s`, `3 h 20 min`, `5 dias`. */
export function formatDuration(ms: number): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 100)
    return `${(tenths % 10 === 0 ? whole : oneDecimal).format(tenths / 10)}${space}s`;
  const seconds = Math.round(ms / secondMs);
  if (seconds < 60) return `${seconds}${space}s`;
  if (seconds < hourMs / secondMs) return twoUnits(seconds, "min", "s");
  if (ms < 2 * dayMs) return twoUnits(Math.round(ms / minuteMs), "h", "min");
  return `${Math.floor(ms / dayMs)}${space}dias`;
}

/** The hour and minute: `20:05`. */
export function formatHour(ms: number): string {
  return shown(ms).slice(11, 16);
}

/** A day with its hour and minute, without seconds. A day near the time `now` is written as a word: `hoje 20:05`. */
export function formatMoment(ms: number, now?: number): string {
  const days = now === undefined ? undefined : daysBetween(now, ms, timeZone);
  const near = days === undefined ? undefined : nearDays.get(days);
  return `${near ?? date(ms)} ${formatHour(ms)}`;
}

const nearDays = new Map([
  [-1, "ontem"],
  [0, "hoje"],
  [1, "amanhã"],
]);

/** A time with its second and the offset of the time zone: `11/11/2026 20:00:05 (-03:00)`. */
export function formatTime(ms: number): string {
  return `${date(ms)} ${shown(ms).slice(11, 19)} (${offset(ms)})`;
}

/** A time with its day of the week: `quarta-feira, 11/11/2026 20:00:00 (-03:00)`. */
export function formatDay(ms: number): string {
  return `${weekday.format(ms)}, ${formatTime(ms)}`;
}

/** A time for programs: `2026-11-11T20:00:05.123-03:00`. */
export function isoTime(ms: number): string {
  return shown(ms).replace("Z", offset(ms));
}

function date(ms: number): string {
  return shown(ms).slice(0, 10).split("-").reverse().join("/");
}

/** The local time in the time zone, in the form of ISO 8601. */
function shown(ms: number): string {
  return wallClock(ms, timeZone).toISOString();
}

/** How far the time zone is ahead of UTC at this time: `-03:00`. */
function offset(ms: number): string {
  const aheadMs = zoneOffsetMs(timeZone, ms);
  return `${aheadMs < 0 ? "-" : "+"}${new Date(Math.abs(aheadMs)).toISOString().slice(11, 16)}`;
}

/** Writes a length of time in two units. Sixty of the smaller unit are one of the larger. */
function twoUnits(smaller: number, large: string, small: string): string {
  const rest = smaller % 60;
  const text = `${Math.floor(smaller / 60)}${space}${large}`;
  return rest === 0 ? text : `${text} ${rest}${space}${small}`;
}
