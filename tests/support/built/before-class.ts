import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { phaseAt } from "#event/phase.ts";
import { dayMs, hourMs } from "#event/time-zone.ts";

const { event } = launch;
const now = Date.now();
/** An hour from now, when all tests have ended. */
const soon = now + hourMs;

/** Whether the page does not invite to the class now, because the class is today or over. */
export const inClassWeek = [now, soon].some((time) => phaseAt(event, time) !== "before");

/** How far clocks are set back, so that the page invites to the class on every day of the year. */
const setBackMs = inClassWeek ? now - (editionAt(event, now).start - 30 * dayMs) : 0;

/** The time for servers whose pages must invite to the class, in milliseconds since 1970. */
export function timeBeforeClass(): number {
  return Date.now() - setBackMs;
}

/** Settings that set the clock of a program to a time before the class. */
export const clockBeforeClass: Readonly<Record<string, string>> = inClassWeek
  ? clockAt(timeBeforeClass())
  : {};

/** Settings that set the running clock of a Node program to this time. */
export function clockAt(time: number): Record<string, string> {
  const shiftedClock = new URL("../machine/shifted-clock.mjs", import.meta.url).href;
  return {
    NODE_OPTIONS: `--import=${shiftedClock}`,
    CLOCK_SHIFT_MS: String(time - Date.now()),
  };
}
