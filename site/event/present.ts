import type { PageSchedule } from "#event/page-schedule.ts";
import { type Phase, phases } from "#event/phase.ts";

/**
 * Reads the schedule that the page holds now; undefined on a page without one. A schedule that was damaged on its way
 * counts as none, because it must not take the page from a visitor who has just signed up.
 */
export function readSchedule(page: Document): PageSchedule | undefined {
  // Not `scheduleId`: its file brings the words of all phases, which would be loaded before hydration.
  const script = page.getElementById("schedule");
  const text = script?.dataset["latest"] ?? script?.textContent;
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The phase that the page shows now. */
export function presentPhase(page: Document): Phase {
  const shown = page.documentElement.dataset["phase"];
  return phases.find((phase) => phase === shown) ?? "before";
}
