import { countdownDays } from "./phase.ts";

/** The date and the hour of a start, as `{date}` and `{hour}` show them. */
export type Times = { date: string; hour: string };

/** What fills an element of a page: its text and, if it is a `<time>`, the value of its attribute `datetime`. */
type EventText = [text: string, dateTime?: string];

type Shown = Times & {
  start: number;
  minutesAhead: number;
  weekday: string;
  doors: string;
  countdown: string;
};

/**
 * What the elements `data-event` of a page show, by their names. The build and the server fill the pages with it, and the
 * page's script fills the open tabs.
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
  /** With `{days}`. */
  days: string;
  tomorrow: string;
  /** In place of the countdown, while the class is far away. */
  far: string;
};

type Counted = { start: number; minutesAhead: number; words: CountdownWords };

/** How many days are left. Empty on the day of the event and after. */
export function countdownAt({ start, minutesAhead, words }: Counted, now: number): string {
  const days = dayOf(start, minutesAhead) - dayOf(now, minutesAhead);
  if (days < 1) return "";
  if (days > countdownDays) return words.far;
  return days === 1 ? words.tomorrow : words.days.replace("{days}", String(days));
}

/** The number of a day in a time zone that is so many minutes ahead of UTC. */
export function dayOf(time: number, minutesAhead: number): number {
  return Math.floor((time + minutesAhead * 60_000) / 86_400_000);
}
