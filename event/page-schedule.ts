import { messages } from "#content/messages.ts";
import { clockWords } from "#content/phases.ts";
import { countdownWords, type EventState } from "./event-state.ts";
import type { CountdownWords } from "./event-texts.ts";
import { isAfter, type Phase, type Schedule } from "./phase.ts";

/** The id of the element in a page that holds its schedule as JSON. */
export const scheduleId = "schedule";

type WordingNames = { notice: string; consent: string };

/** What a page knows about the event, so that its script can follow the event without asking the server. */
export type PageSchedule = Schedule & {
  /** The year of the edition. */
  year: number;
  /** The date and the hour that the texts of the page name: an open tab shows them when the operator moves the event. */
  date: string;
  hour: string;
  /** The day of the week of the class. */
  weekday: string;
  /** The hour at which the room opens. */
  doors: string;
  /** How many minutes the event's time zone is ahead of UTC when the event starts. */
  minutesAhead: number;
  /** Our own server wrote the page, so that the script may ask it for the present state. */
  fromServer?: true;
  /** The page shows one moment to the operator, and stays in it. */
  preview?: true;
  words: CountdownWords & {
    /** The hour in the visitor's time zone, with `{time}`; on another day also with `{day}`. */
    sameDay: string;
    otherDay: string;
  };
  /** The names of the sentences with which one signs up: until the end of the class, and in the phases after it. */
  wordings: { open: WordingNames; after: WordingNames };
};

/** The answer at `nowPath` of phase.ts: the server's time in milliseconds since 1970, and the schedule that a page has from now on. */
export type NowAnswer = PageSchedule & { now: number };

/** `file` is a page of a static host, `server` one of our own server. */
export type PageSource = "file" | "server" | "preview";

/** The names of the wordings that the forms show in a phase: after the class, those for the next one. */
export function presentWordings(phase: Phase): WordingNames {
  const { current, currentNext } = messages.wordings;
  return isAfter(phase) ? currentNext : current;
}

export function pageSchedule(state: EventState, source: PageSource): PageSchedule {
  const { edition, schedule, times, weekday, doors, minutesAhead } = state;
  const words = { ...countdownWords(edition), ...clockWords.visitorHour };
  const { year } = edition;
  const { current: open, currentNext: after } = messages.wordings;
  const wordings = { open, after };
  const about = { weekday, doors, minutesAhead, words, wordings };
  const common = { year, ...schedule, ...times, ...about };
  switch (source) {
    case "file":
      return common;
    case "server":
      return { ...common, fromServer: true };
    case "preview":
      return { ...common, changes: [], fromServer: true, preview: true };
  }
}

/** The data as JSON for a script element, with every `<` escaped, because a `<` in a text could end the script. */
export function jsonInScript(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
