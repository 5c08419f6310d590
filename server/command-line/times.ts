import { dayMs, hourMs, instantOf, minuteMs, wallClock } from "#event/time-zone.ts";
import type { Span } from "#server/store/leads/leads.ts";
import { type CommandInput, type Misused, misused, type Option } from "./command.ts";
import { escapeForTerminal } from "./escape.ts";
import { timeZone } from "./text.ts";

/** The time between `--since` and `--to`. An option that is not given leaves its end open. */
export type GivenSpan = {
  kind: "span";
  since: number | undefined;
  /** The first moment after the span. */
  to: number | undefined;
};

const forms = '20:00, hoje, ontem, 11/11, 11/11/2026, "11/11/2026 20:00", "há 2 horas"';

export const spanOptions = {
  since: {
    type: "string",
    about: `a partir desta data ou hora, no fuso ${timeZone}: ${forms}`,
  },
  to: {
    type: "string",
    about: `até esta data ou hora, no fuso ${timeZone}; um dia vale até o fim dele`,
  },
} as const satisfies Record<string, Option>;

/** Reads `--since` and `--to`. A day after `--to` belongs to the span as a whole. */
export function readSpan(input: CommandInput, now: number): GivenSpan | Misused {
  const since = readTimeOption(input, "since", now);
  if (since?.kind === "misused") return since;
  const to = readTimeOption(input, "to", now);
  if (to?.kind === "misused") return to;
  if (since !== undefined && to !== undefined && to.end <= since.start)
    return misused("--to vem antes de --since. Troque os dois, ou corrija um deles.");
  return { kind: "span", since: since?.start, to: to?.end };
}

/** The span with both ends: an open end is before the first sign-up, or after the last. */
export function closeSpan({
  since = 0,
  to = Number.MAX_SAFE_INTEGER,
}: {
  since: number | undefined;
  to: number | undefined;
}): Span {
  return { since, to };
}

type TimeOption = { kind: "time"; start: number; end: number } | Misused;

/** Reads the value of one of the two options; undefined if the option is not given. */
function readTimeOption(
  { values }: CommandInput,
  option: keyof typeof spanOptions,
  now: number,
): TimeOption | undefined {
  const text = values.get(option);
  if (text === undefined) return undefined;
  const read = readTime(text, now);
  const shown = escapeForTerminal(text);
  switch (read.kind) {
    case "time":
      return read;
    case "not-read":
      return misused(
        `--${option}: "${shown}" não foi entendido como data ou hora. Escreva, por exemplo: ${forms}.`,
      );
    case "impossible":
      return misused(`--${option}: "${shown}" não existe. Confira o dia, o mês e a hora.`);
  }
}

/**
 * `start` is the first moment of what the text names. `end` is the first moment after a whole day; for an hour it is
 * the same as `start`.
 */
export type ReadTime =
  | { kind: "time"; start: number; end: number }
  | { kind: "not-read" }
  | { kind: "impossible" };

const agoForm = /^h[áa] ?(\d{1,4}) ?(min|h|d)(?:utos?|oras?|ias?)?$/;
const dayForm = String.raw`hoje|ontem|amanh[ãa]|\d{1,2}/\d{1,2}(?:/\d{4})?|\d{4}-\d\d-\d\d`;
const hourForm = String.raw`(\d{1,2})(?::(\d\d)(?::(\d\d)(?:\.\d+)?)?|h(\d\d)?)`;
const offsetForm = String.raw`\(?([+-]\d\d:\d\d|z)\)?`;
const wholeForm = new RegExp(
  `^(${dayForm})?(?:(?:^|[ t]+)(?:[àa]s )?${hourForm}(?: ?${offsetForm})?)?$`,
);

/**
 * Reads a date or an hour as people type it, in the launch's time zone; also the forms that our commands print. A text
 * that leaves the day or the year open means the latest such time until now; with `ahead` it means a time to come:
 * without a year the next such day, and an hour alone is an hour of the day that holds `hourAloneOn`.
 */
export function readTime(
  typed: string,
  now: number,
  { ahead }: { ahead?: { hourAloneOn: number } } = {},
): ReadTime {
  const text = typed.trim().toLowerCase();
  const ago = agoForm.exec(text);
  if (ago !== null) return moment(now - Number(ago[1]) * unitMs(ago[2]));
  const [matched, day, hours, minutes, seconds, minutesAfterH, offset] = wholeForm.exec(text) ?? [];
  if (!matched) return { kind: "not-read" };
  const timeOfDay = readTimeOfDay([hours, minutes ?? minutesAfterH, seconds]);
  const days =
    day === undefined && ahead !== undefined
      ? [dayOf(ahead.hourAloneOn)]
      : readDays(day, dayOf(now), ahead === undefined ? -1 : 1);
  if (timeOfDay === undefined || days.length === 0) return { kind: "impossible" };
  const toInstant = (shown: number) =>
    offset === undefined
      ? instantOf(shown, timeZone)
      : Date.parse(new Date(shown).toISOString().replace("Z", offset.toUpperCase()));
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

/** The day that holds the instant, as midnight of a clock on the wall. */
function dayOf(instant: number): number {
  return Math.floor(wallClock(instant, timeZone).getTime() / dayMs) * dayMs;
}

/**
 * The days that the text can mean, as midnights of a clock on the wall: first the nearest, then the one before (-1) or
 * after it (1). Empty if no such day exists.
 */
function readDays(day: string | undefined, today: number, direction: -1 | 1): number[] {
  if (day === undefined) return [today, today - dayMs];
  if (day === "hoje") return [today];
  if (day === "ontem") return [today - dayMs];
  if (day.startsWith("amanh")) return [today + dayMs];
  const [first = 0, second = 0, third] = day.split(/[/-]/).map(Number);
  if (day.includes("-")) return existing(first, second, third ?? 0);
  if (third !== undefined) return existing(third, second, first);
  const year = new Date(today).getUTCFullYear();
  return [year, year + direction].flatMap((one) => existing(one, second, first));
}

function existing(year: number, month: number, date: number): number[] {
  const midnight = Date.UTC(year, month - 1, date);
  const found = new Date(midnight);
  return found.getUTCMonth() === month - 1 && found.getUTCDate() === date ? [midnight] : [];
}
