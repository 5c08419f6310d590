import {
  type ChosenPhase,
  type Edition,
  type EventPlan,
  editionAt,
  type Override,
  retiresAt,
} from "./edition.ts";
import { dayMs, minuteMs, startOfDay } from "./time-zone.ts";

/** How many days before the class the countdown begins: earlier, it would only tell visitors that they have time. */
export const countdownDays = 60;

/**
 * The phases of the event. `doors`: visitors can enter the room, but the class has not begun; `waiting`: the class is
 * late; `replay`: the class is over, and its recording can be watched.
 */
export const phases = [
  "before",
  "today",
  "doors",
  "live",
  "waiting",
  "over",
  "replay",
  "cancelled",
] as const;
export type Phase = (typeof phases)[number];

/** Whether the class is over or cancelled, so that a visitor can only sign up for news of the next class. */
export function isAfter(phase: Phase): boolean {
  return phase === "over" || phase === "replay" || phase === "cancelled";
}

/** Whether the class is about to begin, late, or live: in these phases most visitors come. */
export function isAroundClass(phase: Phase): boolean {
  return phase === "doors" || phase === "live" || phase === "waiting";
}

/** Whether this event can have the phase: without a recording the phase `replay` never begins. */
export function canCome(phase: Phase, { replay }: Pick<EventPlan, "replay">): boolean {
  return phase !== "replay" || replay !== "none";
}

/** The present phase, and all later changes of the phase that are already known. Times are milliseconds since 1970. */
export type Schedule = {
  phase: Phase;
  start: number;
  end: number;
  changes: { at: number; phase: Phase }[];
};

/**
 * How long the chosen phases `live` and `waiting` last if the operator does not end them: a forgotten choice must not
 * invite visitors into an empty room for days.
 */
const maxChosenMs = 12 * 60 * minuteMs;

/** The phase of the current edition: the phase that the operator chose, or else the phase by the clock. */
export function phaseAt(event: EventPlan, now: number, override?: Override): Phase {
  const edition = editionAt(event, now, override);
  const phase = choiceAt(event, now, override)?.name ?? phaseByClock(event, edition, now);
  return phase === "over" && now < replayEndsAt(event, edition) ? "replay" : phase;
}

/** The phase that the operator chose, while it is valid: until the time `until`, which may be infinite. */
export type Choice = { name: ChosenPhase; since: number; until: number };

export function choiceAt(event: EventPlan, now: number, override?: Override): Choice | undefined {
  const edition = editionAt(event, now, override);
  if (override?.edition !== edition.year || override.phase === undefined) return undefined;
  const { name, since } = override.phase;
  const until = Math.min(chosenUntil(name, since), retiresAt(event, edition));
  return now < until ? { name, since, until } : undefined;
}

export function scheduleAt(event: EventPlan, now: number, override?: Override): Schedule {
  const edition = editionAt(event, now, override);
  const phase = phaseAt(event, now, override);
  const changes: Schedule["changes"] = [];
  for (const at of boundaries(event, edition, override).filter((one) => one > now)) {
    const next = phaseAt(event, at, override);
    if (next !== (changes.at(-1)?.phase ?? phase)) changes.push({ at, phase: next });
  }
  return { phase, start: edition.start, end: edition.end, changes };
}

function chosenUntil(name: ChosenPhase, since: number): number {
  return name === "live" || name === "waiting" ? since + maxChosenMs : Number.POSITIVE_INFINITY;
}

function phaseByClock(event: EventPlan, { start, end }: Edition, now: number): Phase {
  if (now >= end) return "over";
  if (now >= start) return "live";
  if (now >= doorsAt(event, start)) return "doors";
  return now >= startOfDay(start, event.timeZone) ? "today" : "before";
}

export function doorsAt({ doorsMinutes }: EventPlan, start: number): number {
  return start - doorsMinutes * minuteMs;
}

export function replayEndsAt({ replay }: EventPlan, { end }: Edition): number {
  return replay === "none" ? Number.NEGATIVE_INFINITY : end + replay.days * dayMs;
}

/** All times, in order, at which the phase of an edition can change. */
function boundaries(event: EventPlan, edition: Edition, override: Override | undefined): number[] {
  const { start, end } = edition;
  const chosen = override?.phase;
  return [
    startOfDay(start, event.timeZone),
    doorsAt(event, start),
    start,
    end,
    replayEndsAt(event, edition),
    retiresAt(event, edition),
    ...(chosen ? [chosenUntil(chosen.name, chosen.since)] : []),
  ]
    .filter(Number.isFinite)
    .sort((one, other) => one - other);
}

/**
 * The path where an open tab asks the server for its time and for the state of the event. The path is not in the file
 * that answers, because the script of each page imports the path, but does not need the texts that the other file
 * imports.
 */
export const nowPath = "/agora";
