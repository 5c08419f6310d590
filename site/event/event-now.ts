import { countdownAt, dayOf } from "#event/event-texts.ts";
import type { PageSchedule } from "#event/page-schedule.ts";
import { type Phase, phases } from "#event/phase.ts";

/**
 * Reads the schedule that the page holds now; undefined on a page without one. A schedule that was damaged on its way
 * counts as none, because it must not take the page from a visitor who has just signed up.
 */
export function readSchedule(page: Document): PageSchedule | undefined {
  // Not `scheduleId`: its file brings the words of all phases, which would be loaded for it.
  const script = page.getElementById("schedule");
  try {
    return JSON.parse(script?.dataset["latest"] ?? script?.textContent ?? "");
  } catch {
    return undefined;
  }
}

/** The phase that the page shows now. */
export function presentPhase(page: Document): Phase {
  const shown = page.documentElement.dataset["phase"];
  return phases.find((phase) => phase === shown) ?? "before";
}

/**
 * What the page shows of the event at one time. It runs before the first paint, so it uses no `Intl` and no `toTimeString`,
 * which take a phone up to a tenth of a second.
 */
export function eventNow(schedule: PageSchedule, now: number) {
  const { phase, start, changes, minutesAhead, words } = schedule;
  const here = new Date(start);
  const minutesHere = -here.getTimezoneOffset();
  const minutes = here.getMinutes();
  // 19:00 becomes "19h", and 9:30 becomes "9h30".
  const time = `${here.getHours()}h${minutes ? String(minutes).padStart(2, "0") : ""}`;
  const sentence =
    dayOf(start, minutesHere) === dayOf(start, minutesAhead) ? words.sameDay : words.otherDay;
  const hour = sentence.replace("{time}", time).replace("{day}", String(here.getDate()));
  return {
    phase: changes.filter(({ at }) => at <= now).at(-1)?.phase ?? phase,
    /** How many days are left. Empty on the day of the event and after. */
    countdown: countdownAt(schedule, now),
    /** The hour at which the event starts for the visitor. Empty in the event's own time zone. */
    visitorHour: minutesHere === minutesAhead ? "" : hour,
  };
}
