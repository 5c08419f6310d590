export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** How many milliseconds the time zone is ahead of UTC at about the time `around`. */
export function zoneOffsetMs(timeZone: string, around: number): number {
  const name = offsetFormat(timeZone)
    .formatToParts(around)
    .find(({ type }) => type === "timeZoneName")?.value;
  const [, sign, hours, minutes] = /GMT([+-])(\d\d):(\d\d)/.exec(name ?? "") ?? [];
  const ahead = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * minuteMs;
  return sign === "-" ? -ahead : ahead;
}

/** The local time in the time zone, as a date whose UTC fields hold the day and the hour of the zone. */
export function wallClock(instant: number, timeZone: string): Date {
  return new Date(instant + zoneOffsetMs(timeZone, instant));
}

/**
 * The first instant at which the local time in the zone is `shown` (a local time in the UTC fields of a date). A local
 * time that summer time skips, such as midnight in Brazil until 2018, counts as the time an hour later: 00:00 as 01:00.
 */
export function instantOf(shown: number, timeZone: string): number {
  const before = zoneOffsetMs(timeZone, shown - dayMs);
  const after = zoneOffsetMs(timeZone, shown + dayMs);
  const candidates = [before, after].map((ahead) => ({ ahead, instant: shown - ahead }));
  const exact = candidates.find(({ ahead, instant }) => zoneOffsetMs(timeZone, instant) === ahead);
  return exact?.instant ?? shown - before;
}

/** The midnight in the time zone at which the day of `instant` begins. */
export function startOfDay(instant: number, timeZone: string): number {
  const shown = wallClock(instant, timeZone).getTime();
  return instantOf(Math.floor(shown / dayMs) * dayMs, timeZone);
}

/** How many midnights of the time zone are between two instants: 0 on the same day, 1 between neighbouring days. */
export function daysBetween(from: number, to: number, timeZone: string): number {
  const dayOf = (instant: number) => Math.floor(wallClock(instant, timeZone).getTime() / dayMs);
  return dayOf(to) - dayOf(from);
}

/** The formats by time zone, kept because making a format takes sixteen times as long as using it. */
const offsetFormats = new Map<string, Intl.DateTimeFormat>();

function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const format =
    offsetFormats.get(timeZone) ??
    new Intl.DateTimeFormat("en-US", { timeZone, timeZoneName: "longOffset" });
  offsetFormats.set(timeZone, format);
  return format;
}
