import { launch } from "#content/launch.ts";
import { dayMs, daysBetween, hourMs, minuteMs, wallClock } from "#event/time-zone.ts";
import { running } from "#phrases/panel/running.ts";

const { timeZone } = launch.event;
const phrases = running.times;
const secondMs = 1_000;
/** Between a number and its unit there is no line break. */
const space = "\u00a0";

/** A number as Brazilians read it: `1.234.567`. */
export function writeCount(count: number): string {
  return decimals(count, 0);
}

/** A share as a percentage: `0,4%`, `63%`. An undefined share is a dash. */
export function writeShare(share: number | undefined): string {
  if (share === undefined) return "–";
  const percent = share * 100;
  if (percent > 0 && percent < 0.05) return "<0,1%";
  return `${decimals(percent, percent > 0 && percent < 9.95 ? 1 : 0)}%`;
}

/** How long something takes: `0,4 s`, `12 s`, `4 min 10 s`, `3 h 20 min`, `5 dias`. */
export function writeDuration(ms: number): string {
  const tenths = Math.round(ms / 100);
  if (tenths < 100) return `${decimals(tenths / 10, tenths % 10 === 0 ? 0 : 1)}${space}s`;
  const seconds = Math.round(ms / secondMs);
  if (seconds < 60) return `${seconds}${space}s`;
  if (seconds < hourMs / secondMs) return twoUnits(seconds, 60, "min", "s");
  if (ms < 2 * dayMs) return twoUnits(Math.round(ms / minuteMs), 60, "h", "min");
  return phrases.days(Math.floor(ms / dayMs)).replace(" ", space);
}

/** The hour and minute: `20:05`. */
export function writeHour(ms: number): string {
  return clock(ms).slice(0, 5);
}

/** The day and the hour with its second: `11/11/2026, 20:05:10`. */
export function writeSecond(ms: number): string {
  return phrases.day(writeDay(ms), clock(ms));
}

/** The day: `11/11/2026`. */
export function writeDay(ms: number): string {
  const [year, month, day] = wallClock(ms, timeZone).toISOString().slice(0, 10).split("-");
  return `${day}/${month}/${year}`;
}

/** A time with its day, which at the time `now` may be today: `hoje, 20:05`, `11/11/2026, 20:05`. */
export function writeMoment(ms: number, now?: number): string {
  const isToday = now !== undefined && daysBetween(ms, now, timeZone) === 0;
  return isToday ? phrases.today(writeHour(ms)) : phrases.day(writeDay(ms), writeHour(ms));
}

/** The size of a file: `12,3 MB`. */
export function writeBytes(bytes: number): string {
  const units = ["kB", "MB", "GB", "TB"];
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 1), units.length);
  const size = bytes / 1000 ** power;
  return `${decimals(size, size < 10 ? 1 : 0)}${space}${units[power - 1]}`;
}

function clock(ms: number): string {
  return wallClock(ms, timeZone).toISOString().slice(11, 19);
}

function twoUnits(all: number, each: number, unit: string, part: string): string {
  const rest = all % each;
  const whole = `${Math.floor(all / each)}${space}${unit}`;
  return rest === 0 ? whole : `${whole} ${rest}${space}${part}`;
}

/** The formats by their number of decimals, kept because making one takes much longer than using it. */
const formats = new Map<number, Intl.NumberFormat>();

function decimals(number: number, digits: number): string {
  const fraction = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = formats.get(digits) ?? new Intl.NumberFormat("pt-BR", fraction);
  formats.set(digits, format);
  return format.format(number);
}
