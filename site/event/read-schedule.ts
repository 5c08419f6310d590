import { type PageSchedule, scheduleId } from "#event/page-schedule.ts";

/**
 * Reads the schedule that the page holds now; undefined on a page without one. A schedule that was damaged on its way
 * counts as none, because it must not take the page from a visitor who has just signed up.
 */
export function readSchedule(page: Document): PageSchedule | undefined {
  const script = page.getElementById(scheduleId);
  const text = script?.dataset["latest"] ?? script?.textContent;
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
