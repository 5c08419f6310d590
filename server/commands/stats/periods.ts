import { instantOf, zoneOffsetMs } from "#event/time-zone.ts";
import { timeZone } from "#server/commands/printing/text.ts";
import type { Slice } from "#server/store/submissions/submission-stats.ts";

export type Period = "minute" | "hour" | "day";

/** The counts of one period. `start` is its first moment; `label` is how people read it. */
export type PeriodRow = { start: number; label: string; signUps: number; newPeople: number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const quarterMs = 15 * minuteMs;
/** The most rows: a sign-up from a machine whose clock was wrong could otherwise lead to millions of rows. */
const maxRows = 10_000;

/**
 * Hours and days are put together from quarters of an hour: in no time zone do they begin at another time than that.
 * `rows` is how many of the newest periods are shown without `--since`.
 */
export const periods: Readonly<
  Record<Period, { lengthMs: number; sliceMs: number; rows: number }>
> = {
  minute: { lengthMs: minuteMs, sliceMs: minuteMs, rows: 60 },
  hour: { lengthMs: hourMs, sliceMs: quarterMs, rows: 48 },
  day: { lengthMs: 24 * hourMs, sliceMs: quarterMs, rows: 60 },
};

/** Without `since` only the newest `rows` periods are shown. */
type Shown = { now: number; since: number | undefined; to: number | undefined; rows: number };

/** Returns one row for each period from the first sign-up to the end, with a 0 for a period without sign-ups. */
export function periodRows(
  slices: readonly Slice[],
  period: Period,
  { now, since, to, rows }: Shown,
): PeriodRow[] {
  const { lengthMs } = periods[period];
  const counts = countByPeriod(slices, lengthMs);
  const end = beginning(Math.min(now, to === undefined ? now : to - 1), lengthMs);
  const shown = since === undefined ? rows : maxRows;
  const earliest = Math.max(
    end - (shown - 1) * lengthMs,
    since === undefined ? -Infinity : beginning(since, lengthMs),
  );
  const found = [...counts.keys()].filter((start) => start >= earliest);
  const first = found.reduce((one, other) => Math.min(one, other), Infinity);
  const last = found.reduce((one, other) => Math.max(one, other), end);
  const count = Math.min(maxRows, Math.max(0, Math.floor((last - first) / lengthMs) + 1));
  return Array.from({ length: count }, (_, index) => {
    const wallClock = first + index * lengthMs;
    const { signUps, newPeople } = counts.get(wallClock) ?? { signUps: 0, newPeople: 0 };
    const start = instantOf(wallClock, timeZone);
    return { start, label: labelOf(wallClock, period), signUps, newPeople };
  });
}

type Counts = Pick<Slice, "signUps" | "newPeople">;

/** A key is the beginning of a period, as milliseconds of a clock on the wall in the launch's time zone. */
function countByPeriod(slices: readonly Slice[], lengthMs: number): Map<number, Counts> {
  const counts = new Map<number, Counts>();
  for (const { start, signUps, newPeople } of slices) {
    const key = beginning(start, lengthMs);
    const earlier = counts.get(key) ?? { signUps: 0, newPeople: 0 };
    counts.set(key, {
      signUps: earlier.signUps + signUps,
      newPeople: earlier.newPeople + newPeople,
    });
  }
  return counts;
}

function beginning(ms: number, lengthMs: number): number {
  const wallClock = ms + zoneOffsetMs(timeZone, ms);
  return wallClock - (wallClock % lengthMs);
}

function labelOf(wallClock: number, period: Period): string {
  const [date = "", time = ""] = new Date(wallClock).toISOString().split("T");
  const day = date.split("-").reverse().join("/");
  switch (period) {
    case "minute":
      return `${day} ${time.slice(0, 5)}`;
    case "hour":
      return `${day} ${time.slice(0, 2)}h`;
    case "day":
      return day;
  }
}
