import { launch } from "#content/launch.ts";
import { minuteMs, zoneOffsetMs } from "#event/time-zone.ts";
import type { CommandLineIo } from "./command.ts";

/** The time zone in which commands read and write times. */
export const { timeZone } = launch.event;

/** Writes a time for people, in the launch's time zone and with its offset: `11/11/2026 20:00:05 (-03:00)`. */
export function formatTime(ms: number): string {
  const [, year, month, day, time, offset] =
    /^(\d+)-(\d\d)-(\d\d)T(\d\d:\d\d:\d\d)\.\d+(.*)$/.exec(isoTime(ms)) ?? [];
  return `${day}/${month}/${year} ${time} (${offset})`;
}

/** Writes a time with its day of the week: `quarta-feira, 11/11/2026 20:00:00 (-03:00)`. */
export function formatDay(ms: number): string {
  const weekday = new Intl.DateTimeFormat("pt-BR", { timeZone, weekday: "long" });
  return `${weekday.format(ms)}, ${formatTime(ms)}`;
}

/** Writes a time for programs, in the launch's time zone and with its offset: `2026-11-11T20:00:05.123-03:00`. */
export function isoTime(ms: number): string {
  const aheadMs = zoneOffsetMs(timeZone, ms);
  return new Date(ms + aheadMs).toISOString().replace("Z", offsetText(aheadMs));
}

/** Writes a number as Brazilians read it, with a dot between thousands: `1.001`. */
export function formatCount(count: number): string {
  return count.toLocaleString("pt-BR");
}

/** Writes a number with one decimal as Brazilians read it, with a comma: `0,5`. */
export function formatDecimal(number: number): string {
  return number.toLocaleString("pt-BR", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function offsetText(aheadMs: number): string {
  const minutes = Math.abs(aheadMs) / minuteMs;
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return `${aheadMs < 0 ? "-" : "+"}${twoDigits(hours)}:${twoDigits(rest)}`;
}

const progressEveryMs = 2_000;

/** During long work, prints from time to time on standard error how many items are done. Short work prints nothing. */
export function createProgress(
  { note, clock }: Pick<CommandLineIo, "note" | "clock">,
  what: string,
): (count: number) => void {
  let printedAt = clock();
  return (count) => {
    if (count === 0 || clock() - printedAt < progressEveryMs) return;
    printedAt = clock();
    note(`${what}: ${formatCount(count)}…`);
  };
}

/** Reads a number from 1 to `max`, also with a dot between thousands, as lists print it. */
export function readCount(text: string | undefined, max: number): number | undefined {
  if (text === undefined || !/^\d{1,7}$|^\d{1,3}(\.\d{3})+$/.test(text)) return undefined;
  const count = Number(text.replaceAll(".", ""));
  return count >= 1 && count <= max ? count : undefined;
}
