import { launch } from "#content/launch.ts";
import { editionAt } from "#event/edition.ts";
import { phaseAt } from "#event/phase.ts";
import { dayMs, hourMs } from "#event/time-zone.ts";

const { event } = launch;
const now = Date.now();
/** Longer than all tests take. */
const soon = now + hourMs;

/** Whether the page does not invite to the class now, because that is today or is over. */
export const inClassWeek = [now, soon].some((time) => phaseAt(event, time) !== "before");

/** How far clocks are set back, so that the page invites to the class on every day. */
const setBackMs = inClassWeek ? now - (editionAt(event, now).start - 30 * dayMs) : 0;

/** The time at servers whose pages invite to the class, in milliseconds since 1970. */
export function timeBeforeClass(): number {
  return Date.now() - setBackMs;
}

/** The settings with which a program finds this time on its clock. */
export const clockBeforeClass: Readonly<Record<string, string>> = inClassWeek
  ? clockAt(timeBeforeClass())
  : {};

/** The settings with which a program of Node finds this time now on its clock, which goes on. */
export function clockAt(time: number): Record<string, string> {
  const shiftedClock = new URL("../machine/shifted-clock.mjs", import.meta.url).href;
  return {
    NODE_OPTIONS: `--import=${shiftedClock}`,
    CLOCK_SHIFT_MS: String(time - Date.now()),
  };
}
