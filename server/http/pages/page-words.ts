import { googleCalendarUrl } from "#event/calendar.ts";
import type { EventState } from "#event/event-state.ts";
import { withMovedTimes } from "#event/moved-words.ts";
import { jsonInScript, pageSchedule } from "#event/page-schedule.ts";
import type { Phase } from "#event/phase.ts";
import { presentWordings } from "#event/present-wordings.ts";
import { structuredData } from "#event/structured-data.ts";

/** What a page is filled with. A preview shows one phase, which does not go on to the next. */
export type Filling = {
  state: EventState;
  siteUrl: string;
  preview: boolean;
  /** When the calendar file is made. */
  madeAt: number;
};

/** The words and values of a page that depend on the state of the event. */
export type PageWords = {
  phase: Phase;
  /** The texts of elements, by the name in `data-event`. */
  texts: ReadonlyMap<string, string>;
  /** The values of fields and links, by the name in `data-event-value`. */
  values: ReadonlyMap<string, string>;
  title: string;
  /** The contents of the `<meta>` elements of the landing page, by name or property. */
  metas: ReadonlyMap<string, string>;
  schedule: string;
  structuredData: () => string;
  /** A text of the built page with the present date and hour. */
  present: (text: string) => string;
};

export function pageWords({ state, siteUrl, preview }: Filling): PageWords {
  const present = (text: string) => withMovedTimes(text, state);
  const title = present(state.head.title);
  const description = present(state.head.description);
  const { schedule, times } = state;
  const { phase } = schedule;
  return {
    phase,
    texts: new Map([
      ["countdown", state.countdown],
      ["until", state.replayUntil],
    ]),
    values: new Map([
      ...Object.entries(presentWordings(phase)),
      ["googleCalendar", googleCalendarUrl({ siteUrl, period: state.edition, hour: times.hour })],
    ]),
    title,
    metas: new Map([
      ["description", description],
      ["og:title", title],
      ["og:description", description],
    ]),
    schedule: jsonInScript(pageSchedule(state, preview ? "preview" : "server")),
    structuredData: () => jsonInScript(structuredData({ siteUrl, state })),
    present,
  };
}
