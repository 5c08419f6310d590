import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import {
  type ChosenPhase,
  chosenPhases,
  type EventPlan,
  editionAt,
  type Override,
} from "#event/edition.ts";
import { type Phase, phaseAt } from "#event/phase.ts";
import { minuteMs, startOfDay } from "#event/time-zone.ts";
import { logLines } from "#phrases/log-lines.ts";
import type { ServerContext } from "#server/context.ts";
import type { Database } from "#server/store/schema.ts";

/** The event's data in the store. */
export type StoredEvent = {
  /** The key that signs the links of each person. */
  linkKey: string;
  /** The operator's choices about the event. */
  override: Override | undefined;
  /** The link of the room that the operator has chosen. */
  roomLink: string | undefined;
};

export async function readEvent(database: Database): Promise<StoredEvent> {
  const row = await database.selectFrom("event").selectAll().executeTakeFirstOrThrow();
  const { link_key: linkKey, edition, sequence, phase_since: since, changed_at: changedAt } = row;
  const roomLink = row.room_link ?? undefined;
  if (edition === null || changedAt === null) return { linkKey, override: undefined, roomLink };
  const name = chosenPhases.find((one) => one === row.phase);
  const phase = name === undefined || since === null ? undefined : { name, since };
  const movedTo = row.moved_to ?? undefined;
  return { linkKey, override: { edition, phase, movedTo, sequence, changedAt }, roomLink };
}

/** The operator's choice. `auto`: the clock decides the phase again. */
export type PhaseChoice = ChosenPhase | "auto";

/** A phase chosen by hand more than these milliseconds after the end of the event is a trial or a mistake. */
const longAfterMs = 12 * 60 * minuteMs;

/** Whether it is unusual to choose a phase by hand at this time, so that the panel warns. */
export function isFarFromEvent(
  event: EventPlan,
  now: number,
  override: Override | undefined,
): boolean {
  const { start, end } = editionAt(event, now, override);
  return now < startOfDay(start, event.timeZone) || now > end + longAfterMs;
}

/**
 * Sets the phase of an edition by hand; undefined lets the clock decide again. A repeated choice counts from its new
 * time.
 */
export async function savePhase(
  database: Database,
  { edition, phase, now }: { edition: number; phase: ChosenPhase | undefined; now: number },
): Promise<void> {
  const before = await choicesFor(database, edition);
  // Calendars must learn that the class is cancelled, or takes place after all; other phases are not in calendars.
  const isNews = (phase === "cancelled") !== (before.phase?.name === "cancelled");
  await save(database, {
    ...before,
    phase: phase && { name: phase, since: now },
    sequence: before.sequence + (isNews ? 1 : 0),
    changedAt: now,
  });
}

/** Moves the start of an edition; undefined moves it back to the planned start. */
export async function saveStart(
  database: Database,
  { edition, movedTo, now }: { edition: number; movedTo: number | undefined; now: number },
): Promise<void> {
  const before = await choicesFor(database, edition);
  await save(database, { ...before, movedTo, sequence: before.sequence + 1, changedAt: now });
}

/**
 * Returns the choices for this edition. Choices for another edition do not count, but the sequence number of the
 * calendar entry continues. In a transaction no other process can change the choices before it ends: a command may run
 * at the same time as the panel.
 */
async function choicesFor(database: Database, edition: number): Promise<Override> {
  await sql`update event set sequence = sequence`.execute(database);
  const { override } = await readEvent(database);
  if (override?.edition === edition) return override;
  const sequence = override?.sequence ?? 0;
  return { edition, phase: undefined, movedTo: undefined, sequence, changedAt: 0 };
}

async function save(database: Database, choices: Override): Promise<void> {
  const { edition, phase, movedTo, sequence, changedAt } = choices;
  await database
    .updateTable("event")
    .set({
      edition,
      phase: phase?.name ?? null,
      phase_since: phase?.since ?? null,
      moved_to: movedTo ?? null,
      sequence,
      changed_at: changedAt,
    })
    .execute();
}

/** What the operator has decided about the event, as last read from the store. */
export type EventClock = {
  override(): Override | undefined;
  /** Undefined until the key was read from the store. */
  linkKey(): string | undefined;
  roomLink(): string | undefined;
  /** Reads the store once. It never fails, because pages and sign-ups do not need the answer. */
  ask(): Promise<void>;
};

/** How often each server reads the store, so that all servers follow the operator within two seconds. */
export const askEveryMs = 1_000;

/** Follows what the operator decides. While the store fails, the last answer of the store counts. */
export function createEventClock({
  signUpDatabase,
  log,
  clock,
  event,
}: Pick<ServerContext, "signUpDatabase" | "log" | "clock" | "event">): EventClock {
  let stored: StoredEvent | undefined;
  let phase: Phase | undefined;
  let isStoreAway = false;

  async function ask(): Promise<void> {
    try {
      const found = await readEvent(signUpDatabase);
      // The first answer after the start of the server is no change, so it is not logged.
      if (stored !== undefined && !isDeepStrictEqual(stored.override, found.override))
        log.info({ event: found.override }, logLines.eventChanged);
      if (stored !== undefined && stored.roomLink !== found.roomLink)
        log.info(logLines.roomChanged);
      stored = found;
      isStoreAway = false;
    } catch (error) {
      if (!isStoreAway) log.warn({ error }, logLines.eventNotRead);
      isStoreAway = true;
    }
    const present = phaseAt(event, clock(), stored?.override);
    if (phase !== undefined && phase !== present)
      log.info({ phase: present, was: phase }, logLines.phaseChanged);
    phase = present;
  }

  return {
    override: () => stored?.override,
    linkKey: () => stored?.linkKey,
    roomLink: () => stored?.roomLink,
    ask,
  };
}
