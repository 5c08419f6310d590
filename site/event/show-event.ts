import { type Times, withMovedTimes } from "#event/moved-words.ts";
import { type PageSchedule, scheduleId } from "#event/page-schedule.ts";
import { countdownNow, phaseNow, visitorHour } from "./schedule-now.ts";

const announcedMs = 10_000;

/** Makes the page say what fits this time. Returns whether the phase has changed. */
export function showEvent(page: Document, schedule: PageSchedule, now: number): boolean {
  const { dataset } = page.documentElement;
  const phase = phaseNow(schedule, now);
  write(page, "countdown", countdownNow(schedule, now));
  write(page, "visitorHour", visitorHour(schedule));
  // Parts that come after a move, such as those of the success popup, still name the planned date and hour.
  if (schedule.planned) renameTimes(page, schedule.planned, schedule);
  if (dataset["phase"] === phase) return false;
  const focused = page.activeElement;
  dataset["phase"] = phase;
  keepFocus(focused);
  announce(page);
  return true;
}

/** Makes the page follow a new schedule: the operator may have moved the event. */
export function adoptSchedule(page: Document, old: PageSchedule, schedule: PageSchedule): void {
  renameTimes(page, old, schedule);
  const element = page.getElementById(scheduleId)?.firstChild;
  if (element) element.nodeValue = JSON.stringify(schedule);
}

function write(page: Document, name: string, text: string): void {
  for (const place of page.querySelectorAll(`[data-event="${name}"]`))
    if (place.textContent !== text) place.textContent = text;
}

function renameTimes(page: Document, planned: Times, times: Times): void {
  if (planned.date === times.date && planned.hour === times.hour) return;
  const rename = (text: string) => withMovedTimes(text, { planned, times });
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const text = rename(node.nodeValue ?? "");
    if (node.nodeValue !== text && !node.parentElement?.closest("script")) node.nodeValue = text;
  }
  page.title = rename(page.title);
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

/** Tells screen readers the new sentence. */
function announce(page: Document): void {
  const sentences = [...page.querySelectorAll('[data-event="status"] > [data-in]')];
  write(page, "announcement", sentences.find(isShown)?.textContent ?? "");
  setTimeout(write, announcedMs, page, "announcement", "");
}
