import { withMovedTimes } from "#event/moved-words.ts";
import type { PageSchedule } from "#event/page-schedule.ts";
import { eventNow } from "./event-now.ts";

const announcedMs = 10_000;

/** The hour for the visitor may look like the planned hour. */
const ownTexts = "script, [data-event='visitorHour']";

type Moved = NonNullable<PageSchedule["moved"]>;

/** Makes the page say what fits this time. Returns whether the phase has changed. */
export function showEvent(page: Document, schedule: PageSchedule, now: number): boolean {
  const { dataset } = page.documentElement;
  const { phase, ...texts } = eventNow(schedule, now);
  for (const [name, text] of Object.entries(texts)) write(page, name, text);
  // Parts that come after a move, such as those of the success popup, still name the planned date and hour.
  if (schedule.moved) renameTimes(page, schedule.moved);
  if (dataset["phase"] === phase) return false;
  const focused = page.activeElement;
  dataset["phase"] = phase;
  keepFocus(focused);
  announce(page);
  return true;
}

/** Takes the date and the hour of an earlier move back, when the operator moves the event again. */
export function forgetMove(page: Document, { moved }: PageSchedule): void {
  if (moved) renameTimes(page, { planned: moved.times, times: moved.planned });
}

function write(page: Document, name: string, text: string): void {
  for (const place of page.querySelectorAll(`[data-event="${name}"]`))
    if (place.textContent !== text) place.textContent = text;
}

function renameTimes(page: Document, moved: Moved): void {
  const rename = (text: string) => withMovedTimes(text, moved);
  const texts = page.createTreeWalker(page.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: node } = texts;
    const text = rename(node.nodeValue ?? "");
    if (node.nodeValue !== text && !node.parentElement?.closest(ownTexts)) node.nodeValue = text;
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
