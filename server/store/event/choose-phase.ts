import { type EventPlan, editionAt } from "#event/edition.ts";
import type { ChosenPhase, Override } from "#event/override.ts";
import { minuteMs, startOfDay } from "#event/time-zone.ts";
import type { Database } from "#server/store/tables.ts";
import { overrideOf, readEvent } from "./read-event.ts";
import { resetEvent, savePhase } from "./save-event.ts";

/** `auto`: the clock decides again. */
export type PhaseChoice = ChosenPhase | "auto";

/** A phase by hand later than this after the end of the event, in milliseconds, is a rehearsal or a slip. */
const longAfterMs = 12 * 60 * minuteMs;

/**
 * Sets the phase of the present edition by hand. Returns false, and changes nothing, if the store's row about the event
 * is unreadable; `auto` makes it readable again.
 */
export async function choosePhase(
  database: Database,
  { event, choice, now }: { event: EventPlan; choice: PhaseChoice; now: number },
): Promise<boolean> {
  const { hand } = await readEvent(database);
  const edition = editionAt(event, now, overrideOf(hand)).year;
  if (hand.kind === "unreadable") {
    if (choice === "auto") await resetEvent(database, { edition, now });
    return choice === "auto";
  }
  await savePhase(database, { edition, phase: choice === "auto" ? undefined : choice, now });
  return true;
}

/** Whether a phase by hand is unusual at this time, so that the operator must agree to it. */
export function isFarFromEvent(
  event: EventPlan,
  now: number,
  override: Override | undefined,
): boolean {
  const { start, end } = editionAt(event, now, override);
  return now < startOfDay(start, event.timeZone) || now > end + longAfterMs;
}
