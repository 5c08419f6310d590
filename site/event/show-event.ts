import { countdownAt, dayOf, eventTexts } from "#event/event-texts.ts";
import type { PageSchedule } from "#event/page-schedule.ts";
import { isAfter, type Phase, phases } from "#event/phase.ts";
import { load } from "#site/ui/browser-storage.ts";

const announcedMs = 10_000;

/** Makes the page say what fits this time. Returns whether the phase has changed. */
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
 * Runs in an inline script, which comes after the sentences of the first screen and before the first paint, so that
 * nothing moves. It writes the visitor's hour, and tells the styles about a sign-up on this device for this edition. On a
 * static host, which cannot know the time, it also chooses the phase and the countdown by the visitor's clock.
 */
export function showEventBeforePaint(page: Document): void {
  const schedule = readSchedule(page);
  if (!schedule) return;
  const { dataset } = page.documentElement;
  const { phase, countdown, visitorHour } = eventNow(schedule, Date.now());
  write(page, "visitorHour", visitorHour);
  // What `signed-up.ts` has saved, if there is a sign-up.
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
 * Lets the forms name the sentences that they show, because a form that is sent before React has loaded names its own. A
 * box that was ticked beside another sentence must be ticked again.
 */
function nameWordings(page: Document, { wordings }: Partial<PageSchedule>, change: Change): void {
  // An older server, which answers while a newer one replaces it, tells no names.
  const [old, shown] = [change.was, change.phase].map(
    (one) => wordings?.[isAfter(one) ? "after" : "open"],
  );
  for (const [name, wording] of Object.entries(shown ?? {}))
    for (const field of page.querySelectorAll<HTMLInputElement>(`[data-event-value="${name}"]`)) {
      field.value = wording;
      if (old?.consent !== shown?.consent) field.checked = false;
    }
}

/** Gives the focus of an element that is no longer shown to the link or button in its place. */
function keepFocus(focused: Element | null): void {
  const place = focused?.closest("[data-in]")?.parentElement;
  if (!focused || !place || isShown(focused)) return;
  const others = [...place.querySelectorAll<HTMLElement>("a, button")];
  others.find(isShown)?.focus({ preventScroll: true });
}

function isShown(element: Element): boolean {
  return element.getClientRects().length > 0;
}

/** Tells screen readers the new sentence, and writes its beginning as the name of the tab. */
export function announce(page: Document): void {
  const sentences = [...page.querySelectorAll('[data-event="status"] > [data-in]')];
  const sentence = sentences.find(isShown)?.textContent ?? "";
  if (sentence) page.title = sentence.replace(/\.( .*)?$/, "");
  write(page, "announcement", sentence);
  setTimeout(write, announcedMs, page, "announcement", "");
}

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
