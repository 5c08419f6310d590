import { countdownAt, dayOf, eventTexts } from "#event/event-texts.ts";
import type { PageSchedule } from "#event/page-schedule.ts";
import { isAfter, type Phase, phases } from "#event/phase.ts";
import { load } from "#site/ui/browser-storage.ts";

const announcedMs = 10_000;

/** Makes the page show the texts for this time. Returns whether the phase has changed. */
export function showEvent(page: Document, schedule: PageSchedule, now: number): boolean {
  const { dataset } = page.documentElement;
  const { phase, visitorHour, countdown } = eventNow(schedule, now);
  const was = presentPhase(page);
  for (const [name, text] of eventTexts({ ...schedule, countdown })) write(page, name, ...text);
  write(page, "visitorHour", visitorHour);
  nameWordings(page, schedule, { was, phase });
  if (was === phase) return false;
  const focused = page.activeElement;
  dataset["phase"] = phase;
  keepFocus(focused);
  announce(page);
  return true;
}

/**
 * Runs in an inline script, after the sentences of the first screen and before the first paint, so that nothing moves.
 * Writes the visitor's hour, and sets an attribute for the styles if this device has signed up for this edition. On a
 * static host, which cannot know the time, also chooses the phase and the countdown by the visitor's clock.
 */
export function showEventBeforePaint(page: Document): void {
  const schedule = readSchedule(page);
  if (!schedule) return;
  const { dataset } = page.documentElement;
  const { phase, countdown, visitorHour } = eventNow(schedule, Date.now());
  write(page, "visitorHour", visitorHour);
  // The sign-up that `signed-up.ts` has saved, if there is one.
  const { year, for: what } = Object(load("device", "signed-up"));
  if (year === schedule.year) dataset["signedUp"] = what;
  if (schedule.fromServer) return;
  write(page, "countdown", countdown);
  dataset["phase"] = phase;
}

function write(page: Document, name: string, text: string, dateTime?: string): void {
  for (const place of page.querySelectorAll(`[data-event=${name}]`)) {
    if (place.textContent !== text) place.textContent = text;
    if (dateTime) place.setAttribute("datetime", dateTime);
  }
}

type Change = { was: Phase; phase: Phase };

/**
 * Writes the names of the shown sentences into the forms, because a form that is sent before React has loaded sends
 * these names. If the consent sentence has changed, its box must be ticked again.
 */
function nameWordings(page: Document, { wordings }: Partial<PageSchedule>, change: Change): void {
  // An older server, which may still answer while a newer server replaces it, sends no names.
  const [old, shown] = [change.was, change.phase].map(
    (one) => wordings?.[isAfter(one) ? "after" : "open"],
  );
  for (const [name, wording] of Object.entries(shown ?? {}))
    for (const field of page.querySelectorAll<HTMLInputElement>(`[data-event-value="${name}"]`)) {
      field.value = wording;
      if (old?.consent !== shown?.consent) field.checked = false;
    }
}

/** If the focused element is no longer shown, gives the focus to the link or button that replaces it. */
function keepFocus(focused: Element | null): void {
  const place = focused?.closest("[data-in]")?.parentElement;
  if (!focused || !place || isShown(focused)) return;
  const others = [...place.querySelectorAll<HTMLElement>("a, button")];
  others.find(isShown)?.focus({ preventScroll: true });
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Makes screen readers say the new sentence, and writes the beginning of the sentence as the title of the tab. */
export function announce(page: Document): void {
  const sentences = [...page.querySelectorAll('[data-event="status"] > [data-in]')];
  const sentence = sentences.find(isShown)?.textContent ?? "";
  if (sentence) page.title = sentence.replace(/\.( .*)?$/, "");
  write(page, "announcement", sentence);
  setTimeout(write, announcedMs, page, "announcement", "");
}

/**
 * Reads the schedule that the page contains now; undefined if the page has none, or a damaged one. A damaged schedule
 * must not stop the page for a visitor who has just signed up.
 */
export function readSchedule(page: Document): PageSchedule | undefined {
  // `scheduleId` is not imported, because its file imports the words of all phases, which would then be loaded too.
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
 * What the page shows about the event at the time `now`. This function runs before the first paint, so it uses no
 * `Intl` and no `toTimeString`, which take a phone up to a tenth of a second.
 */
export function eventNow(schedule: PageSchedule, now: number) {
  const { phase, start, changes, minutesAhead, words } = schedule;
  const here = new Date(start);
  const minutesHere = -here.getTimezoneOffset();
  const minutes = here.getMinutes();
  // The hour 19:00 is written as "19h", and 9:30 as "9h30".
  const time = `${here.getHours()}h${minutes ? String(minutes).padStart(2, "0") : ""}`;
  const sentence =
    dayOf(start, minutesHere) === dayOf(start, minutesAhead) ? words.sameDay : words.otherDay;
  const hour = sentence.replace("{time}", time).replace("{day}", String(here.getDate()));
  return {
    phase: changes.filter(({ at }) => at <= now).at(-1)?.phase ?? phase,
    /** The sentence about the days that are left. Empty on the day of the event and afterwards. */
    countdown: countdownAt(schedule, now),
    /** The sentence with the hour at which the event starts for the visitor. Empty in the event's own time zone. */
    visitorHour: minutesHere === minutesAhead ? "" : hour,
  };
}
