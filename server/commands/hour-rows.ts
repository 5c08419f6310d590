import { timeZone } from "./since.ts";
import { hourMs } from "./tally.ts";

const usualHours = 48;

/** Swedish writes dates as everybody can read and sort them: 2026-11-11 20:00. */
const inWords = new Intl.DateTimeFormat("sv-SE", {
  timeZone,
  dateStyle: "short",
  timeStyle: "short",
});

/** Each hour from the first in which somebody signed up to this one, quiet ones among them. */
export function hourRows(
  hours: ReadonlyMap<number, number>,
  { now, since }: { now: number; since: number | undefined },
): Array<[string, number]> {
  const thisHour = now - (now % hourMs);
  const earliest = since ?? thisHour - (usualHours - 1) * hourMs;
  const shown = [...hours.keys()].filter((hour) => hour + hourMs > earliest);
  const first = shown.reduce((one, other) => Math.min(one, other), Infinity);
  const last = shown.reduce((one, other) => Math.max(one, other), thisHour);
  const count = Math.max(0, Math.floor((last - first) / hourMs) + 1);
  return Array.from({ length: count }, (_, index) => {
    const hour = first + index * hourMs;
    return [inWords.format(hour), hours.get(hour) ?? 0];
  });
}
