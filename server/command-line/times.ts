import { dayMs, hourMs, instantOf, minuteMs, wallClock } from "#event/time-zone.ts";
import { timeZone } from "#server/format.ts";
import type { Span } from "#server/store/leads.ts";

export const timeForms = "20:00, hoje, ontem, 11/11, 11/11/2026 20:00";

/** The typed time as a span. `end` is the first moment after a whole day; for an hour, `end` equals `start`. */
export type Time = { kind: "time"; start: number; end: number };
export type Mistake = { kind: "mistake"; sentence: string };

/** Reads a span of time. If `to` is a day, that whole day belongs to the span. Without `to`, the span has no end. */
export function readSpan(
  since: string,
  to: string | undefined,
  now: number,
): (Span & { kind: "span" }) | Mistake {
  const first = readTime(since, now);
  if (first.kind === "mistake") return first;
  const last =
    to === undefined
      ? ({ kind: "time", end: Number.MAX_SAFE_INTEGER } as const)
      : readTime(to, now);
  if (last.kind === "mistake") return last;
  return last.end > first.start
    ? { kind: "span", since: first.start, to: last.end }
    : mistake("O fim do período vem antes do começo. Troque os dois, ou corrija um deles.");
}

const days = String.raw`hoje|ontem|amanh[ãa]|\d{1,2}/\d{1,2}(?:/\d{4})?|\d{4}-\d\d-\d\d`;
/** Also as the panel and our commands print it: `20:03:12 (-03:00)`. */
const hour = String.raw`(\d{1,2})(?:h(?!\d)|[h:](\d\d)(?::(\d\d)(?:\.\d+)?)?(?: ?\(?-03:00\)?)?)`;
const wholeForm = new RegExp(`^(${days})?(?:(?:^|[ t]+)(?:[àa]s )?${hour})?$`);

/**
 * Reads a date or an hour as people type it, in the launch's time zone. A text without a day or a year means the latest
 * such time until now. With `ahead` the time is in the future: a date without a year is the next such day, and an hour
 * alone is on the day that contains `hourAloneOn`.
 */
export function readTime(
  typed: string,
  now: number,
  { ahead }: { ahead?: { hourAloneOn: number } } = {},
): Time | Mistake {
  const [matched, day, hours, minutes = 0, seconds = 0] =
    wholeForm.exec(typed.trim().toLowerCase()) ?? [];
  if (!matched)
    return mistake(
      `"${typed}" não foi entendido como data ou hora. Escreva, por exemplo: ${timeForms}.`,
    );
  const isHour = Number(hours ?? 0) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  const sinceMidnight =
    Number(hours ?? 0) * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1_000;
  const instantFrom = (midnight: number) => instantOf(midnight + sinceMidnight, timeZone);
  const midnights = midnightsOf(day, now, ahead);
  const isWanted = (midnight: number) => instantFrom(midnight) > now === (ahead !== undefined);
  const midnight = midnights.find(isWanted) ?? midnights[0];
  if (!isHour || midnight === undefined)
    return mistake(`"${typed}" não existe. Confira o dia, o mês e a hora.`);
  const start = instantFrom(midnight);
  const end = hours === undefined ? instantOf(midnight + dayMs, timeZone) : start;
  return { kind: "time", start, end };
}

function mistake(sentence: string): Mistake {
  return { kind: "mistake", sentence };
}

/**
 * The days that the text can mean, the nearest first, each as its midnight in local time. Empty if no such day exists.
 */
function midnightsOf(
  day: string | undefined,
  now: number,
  ahead: { hourAloneOn: number } | undefined,
): number[] {
  const today = midnightBefore(now);
  if (day === undefined)
    return ahead === undefined ? [today, today - dayMs] : [midnightBefore(ahead.hourAloneOn)];
  if (day === "hoje") return [today];
  if (day === "ontem") return [today - dayMs];
  if (day.startsWith("amanh")) return [today + dayMs];
  const [date = 0, month = 0, year] = (
    day.includes("-") ? day.split("-").toReversed() : day.split("/")
  ).map(Number);
  const thisYear = new Date(today).getUTCFullYear();
  const years = year === undefined ? [thisYear, thisYear + (ahead === undefined ? -1 : 1)] : [year];
  return years.flatMap((one) => {
    const midnight = Date.UTC(one, month - 1, date);
    const found = new Date(midnight);
    return found.getUTCMonth() === month - 1 && found.getUTCDate() === date ? [midnight] : [];
  });
}

function midnightBefore(instant: number): number {
  return Math.floor(wallClock(instant, timeZone).getTime() / dayMs) * dayMs;
}
