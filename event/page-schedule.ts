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
  /** The year of the edition (the class of one year) that the page shows. */
  year: number;
  /** The date and the hour of the class in words: an open tab shows them when the operator moves the event. */
  date: string;
  hour: string;
  weekday: string;
  /** The hour at which visitors can enter the room of the class. */
  doors: string;
  /** How many minutes the event's time zone is ahead of UTC when the event starts. */
  minutesAhead: number;
  /** Set if our own server wrote the page, so that the page's script may ask this server for the present state. */
  fromServer?: true;
  /** Set if the page is a preview for the operator: it shows one phase and never changes to another. */
  preview?: true;
  words: CountdownWords & {
    /**
     * The sentence with the hour of the class in the visitor's time zone (`{time}`). If the day there differs,
     * `otherDay` with `{day}` is used.
     */
    sameDay: string;
    otherDay: string;
  };
  /** The names of the sentences that the forms show: `open` until the end of the class, `after` from then on. */
  wordings: { open: WordingNames; after: WordingNames };
};

/** The server's answer at `nowPath` (phase.ts): its time in milliseconds since 1970, and the page's new schedule. */
export type NowAnswer = PageSchedule & { now: number };

/** Who sends a page: a static host (`file`), our server (`server`), or our server to the operator (`preview`). */
export type PageSource = "file" | "server" | "preview";

/** The names of the sentences that the forms show in a phase: after the class they speak of the next class. */
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

/** Writes the data as JSON for a script element. Every `<` is escaped, because a `<` in a text could end the script. */
export function jsonInScript(data: object): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}
