import { type EventPlan, editionAt } from "#event/edition.ts";
import { choiceAt, scheduleAt } from "#event/phase.ts";
import { event as phrases } from "#phrases/event.ts";
import { type Hand, overrideOf } from "#server/store/event/read-event.ts";
import { formatDay, formatTime } from "./text.ts";

/** Says what visitors see now and why, when the class is, and what changes by itself. */
export function describeEvent(event: EventPlan, now: number, hand: Hand): string[] {
  const override = overrideOf(hand);
  const { phase, changes } = scheduleAt(event, now, override);
  const { start, plannedStart } = editionAt(event, now, override);
  const choice = choiceAt(event, now, override);
  return [
    phrases.now(phase),
    ...(choice
      ? [phrases.byHand(formatTime(choice.since), formatEnd(choice.until)), phrases.backToClock]
      : [phrases.byClock]),
    ...(hand.kind === "unreadable" ? [phrases.unreadable, phrases.mend] : []),
    phrases.start(formatDay(start)),
    ...(start === plannedStart
      ? []
      : [phrases.movedFrom(formatDay(plannedStart)), phrases.backToPlan]),
    changes.length === 0 ? phrases.noChanges : phrases.changes,
    ...changes.map((change) => phrases.change(formatTime(change.at), change.phase)),
  ];
}

export function formatEnd(until: number): string | undefined {
  return Number.isFinite(until) ? formatTime(until) : undefined;
}
