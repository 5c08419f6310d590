import { isDeepStrictEqual } from "node:util";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { type Phase, phaseAt } from "#event/phase.ts";
import { logLines } from "#phrases/log-lines.ts";
import { type Hand, overrideOf, readEvent } from "#server/store/event/read-event.ts";
import type { Database } from "#server/store/tables.ts";
import type { Log } from "./log.ts";

export type EventClockDeps = {
  database: Database;
  log: Log;
  clock: () => number;
  event: EventPlan;
};

/** What the operator has decided about the event, as the store said it last. */
export type EventClock = {
  override(): Override | undefined;
  /** The key that signs links, to a preview and to the group; undefined until the store has said it. */
  linkKey(): string | undefined;
  /** Asks the store once. It never fails, because pages and sign-ups need no answer of the store. */
  ask(): Promise<void>;
};

/** Short enough that all servers follow the operator within two seconds. */
export const askEveryMs = 1_000;

type Known = {
  hand: Hand;
  linkKey: string | undefined;
  /** Undefined until the first answer, which is no change. */
  phase: Phase | undefined;
  isStoreAway: boolean;
};

/** Knows what the operator has decided, from the last answer of the store: while the store fails, that one counts. */
export function createEventClock(deps: EventClockDeps): EventClock {
  const known: Known = {
    hand: { kind: "override", override: undefined },
    linkKey: undefined,
    phase: undefined,
    isStoreAway: false,
  };
  return {
    override: () => overrideOf(known.hand),
    linkKey: () => known.linkKey,
    ask: () => ask(deps, known),
  };
}

async function ask(deps: EventClockDeps, known: Known): Promise<void> {
  const { database, log } = deps;
  try {
    const { hand, linkKey } = await readEvent(database);
    known.isStoreAway = false;
    known.linkKey = linkKey;
    followHand(deps, known, hand);
  } catch (error) {
    if (!known.isStoreAway) log.warn({ error }, logLines.eventNotRead);
    known.isStoreAway = true;
  }
  followPhase(deps, known);
}

function followHand({ log }: EventClockDeps, known: Known, hand: Hand): void {
  const [was, is] = [overrideOf(known.hand), overrideOf(hand)];
  const wasReadable = known.hand.kind === "override";
  known.hand = hand;
  if (hand.kind === "unreadable") {
    if (wasReadable) log.warn(logLines.eventUnreadable);
  } else if (known.phase !== undefined && !isDeepStrictEqual(was, is))
    log.info({ event: is }, logLines.eventChanged);
}

function followPhase({ log, clock, event }: EventClockDeps, known: Known): void {
  const phase = phaseAt(event, clock(), overrideOf(known.hand));
  if (known.phase !== undefined && known.phase !== phase)
    log.info({ phase, was: known.phase }, logLines.phaseChanged);
  known.phase = phase;
}
