import { eventTexts } from "#event/event-texts.ts";
import type { PageSchedule } from "#event/page-schedule.ts";
import { isAfter, type Phase } from "#event/phase.ts";
import { eventNow, presentPhase, readSchedule } from "./event-now.ts";

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
  try {
    // What `signed-up.ts` has saved.
    const { year, for: what } = JSON.parse(localStorage.getItem("signed-up") ?? "");
    if (year === schedule.year) dataset["signedUp"] = what;
  } catch {
    // There is no sign-up, the browser forbids storage, or the saved value is damaged.
  }
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
