import { isDeepStrictEqual } from "node:util";
import type { EventPlan } from "#event/edition.ts";
import type { Override } from "#event/override.ts";
import { type Phase, phaseAt } from "#event/phase.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { Log } from "#server/log.ts";
import type { Database } from "#server/store/row-types.ts";
import { readEvent, type StoredEvent } from "./choices.ts";

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

/** Knows what the operator has decided, from the last answer of the store: while the store fails, that one counts. */
export function createEventClock({ database, log, clock, event }: EventClockDeps): EventClock {
  let stored: StoredEvent | undefined;
  let phase: Phase | undefined;
  let isStoreAway = false;

  async function ask(): Promise<void> {
    try {
      const found = await readEvent(database);
      tellChange(found);
      stored = found;
      isStoreAway = false;
    } catch (error) {
      if (!isStoreAway) log.warn({ error }, logLines.eventNotRead);
      isStoreAway = true;
    }
    followPhase(phaseAt(event, clock(), stored?.override));
  }

  /** The first answer is no change. */
  function tellChange({ override, isReadable }: StoredEvent): void {
    if (!isReadable) {
      if (stored?.isReadable !== false) log.warn(logLines.eventUnreadable);
    } else if (stored !== undefined && !isDeepStrictEqual(stored.override, override))
      log.info({ event: override }, logLines.eventChanged);
  }

  function followPhase(present: Phase): void {
    if (phase !== undefined && phase !== present)
      log.info({ phase: present, was: phase }, logLines.phaseChanged);
    phase = present;
  }

  return { override: () => stored?.override, linkKey: () => stored?.linkKey, ask };
}
