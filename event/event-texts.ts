import { countdownDays } from "./phase.ts";

/** The date and the hour of a start in words, as they replace `{date}` and `{hour}` in texts. */
export type Times = { date: string; hour: string };

/** The content of an element of a page: its text and, for a `<time>` element, the value of its attribute `datetime`. */
type EventText = [text: string, dateTime?: string];

type Shown = Times & {
  start: number;
  minutesAhead: number;
  weekday: string;
  doors: string;
  countdown: string;
};

/**
 * The texts of the elements of a page that have an attribute `data-event`, by the value of this attribute. The build
 * and the server write these texts into the pages, and the page's script writes them into open tabs.
 */
export function eventTexts(shown: Shown): Map<string, EventText> {
  const { date, hour, weekday, doors, countdown, start, minutesAhead } = shown;
  const local = new Date(start + minutesAhead * 60_000).toISOString();
  return new Map<string, EventText>([
    ["date", [date, local.slice(5, 10)]],
    ["hour", [hour, local.slice(11, 16)]],
    ["weekday", [weekday]],
    ["doors", [doors]],
    ["countdown", [countdown]],
  ]);
}

export type CountdownWords = {
  /** A sentence with `{days}` in place of the number of days. */
  days: string;
  tomorrow: string;
  /** The text in place of the countdown while the class is more than `countdownDays` days away. */
  far: string;
};

type Counted = { start: number; minutesAhead: number; words: CountdownWords };

/** The sentence about the days that are left until the class. Empty on the day of the class and afterwards. */
export function countdownAt({ start, minutesAhead, words }: Counted, now: number): string {
  const days = dayOf(start, minutesAhead) - dayOf(now, minutesAhead);
  if (days < 1) return "";
  if (days > countdownDays) return words.far;
  return days === 1 ? words.tomorrow : words.days.replace("{days}", String(days));
}

/** The number of a day, counted from 1970, in a time zone that is `minutesAhead` minutes ahead of UTC. */
export function dayOf(time: number, minutesAhead: number): number {
  return Math.floor((time + minutesAhead * 60_000) / 86_400_000);
}
