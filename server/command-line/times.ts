import { dayMs, hourMs, instantOf, minuteMs, wallClock } from "#event/time-zone.ts";
import { timeZone } from "#server/format.ts";
import type { Span } from "#server/store/leads.ts";

export const timeForms = "20:00, hoje, ontem, 11/11, 11/11/2026 20:00";

/** `end` is the first moment after a whole day; for an hour it is the same as `start`. */
export type Time = { kind: "time"; start: number; end: number };
export type Mistake = { kind: "mistake"; sentence: string };

const always: Time = { kind: "time", start: 0, end: Number.MAX_SAFE_INTEGER };

/** From when until when. A day at the end belongs to the span as a whole. An end that is not given is open. */
export function readSpan(
  since: string | undefined,
  to: string | undefined,
  now: number,
): (Span & { kind: "span" }) | Mistake {
  const first = since === undefined ? always : readTime(since, now);
  if (first.kind === "mistake") return first;
  const last = to === undefined ? always : readTime(to, now);
  if (last.kind === "mistake") return last;
  const span = { since: first.start, to: last.end };
  return span.to > span.since
    ? { kind: "span", ...span }
    : mistake("O fim do período vem antes do começo. Troque os dois, ou corrija um deles.");
}

const days = String.raw`hoje|ontem|amanh[ãa]|\d{1,2}/\d{1,2}(?:/\d{4})?|\d{4}-\d\d-\d\d`;
const hour = String.raw`(\d{1,2})(?:h(?!\d)|[h:](\d\d)(?::(\d\d)(?:\.\d+)?)?)`;
const offset = String.raw`\(?([+-]\d\d:\d\d|z)\)?`;
const wholeForm = new RegExp(`^(${days})?(?:(?:^|[ t]+)(?:[àa]s )?${hour}(?: ?${offset})?)?$`);

/**
 * Reads a date or an hour as people type it, in the launch's time zone; also the forms that our commands print. A text
 * that leaves the day or the year open means the latest such time until now; with `ahead` it means a time to come:
 * without a year the next such day, and an hour alone is an hour of the day that holds `hourAloneOn`.
 */
export function readTime(
  typed: string,
  now: number,
  { ahead }: { ahead?: { hourAloneOn: number } } = {},
): Time | Mistake {
  const [matched, day, hours, minutes = 0, seconds = 0, offset] =
    wholeForm.exec(typed.trim().toLowerCase()) ?? [];
  if (!matched)
    return mistake(
      `"${typed}" não foi entendido como data ou hora. Escreva, por exemplo: ${timeForms}.`,
    );
  const hourGiven = Number(hours ?? 0);
  const isHour = hourGiven < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  const sinceMidnight = hourGiven * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1_000;
  const instantFrom = (midnight: number) => {
    const shown = midnight + sinceMidnight;
    return offset === undefined
      ? instantOf(shown, timeZone)
      : Date.parse(new Date(shown).toISOString().replace("Z", offset.toUpperCase()));
  };
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

const dayWords = new Map([
  ["ontem", -1],
  ["hoje", 0],
  ["amanhã", 1],
  ["amanha", 1],
]);

/** The days that the text can mean, the nearest first, as midnights of a clock on the wall. Empty if none exists. */
function midnightsOf(
  day: string | undefined,
  now: number,
  ahead: { hourAloneOn: number } | undefined,
): number[] {
  const today = midnightBefore(now);
  if (day === undefined)
    return ahead === undefined ? [today, today - dayMs] : [midnightBefore(ahead.hourAloneOn)];
  const shift = dayWords.get(day);
  if (shift !== undefined) return [today + shift * dayMs];
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
