import { type PageSchedule, scheduleId } from "#event/page-schedule.ts";

/** Reads the schedule that the page holds now; undefined on a page without one. */
export function readSchedule(page: Document): PageSchedule | undefined {
  const text = page.getElementById(scheduleId)?.textContent;
  return text ? JSON.parse(text) : undefined;
}
