import { sql } from "kysely";
import * as v from "valibot";
import { type EventPlan, editionAt } from "#event/edition.ts";
import { type ChosenPhase, chosenPhases, type Override } from "#event/override.ts";
import { minuteMs, startOfDay } from "#event/time-zone.ts";
import type { Database, Tables } from "#server/store/row-types.ts";

/** What the store says about the event. */
export type StoredEvent = {
  /** The key that signs links, to a preview and to the group. */
  linkKey: string;
  /** What the operator has chosen. Of a row that cannot be read nothing counts, so that the clock decides. */
  override: Override | undefined;
  /** False for a row that was edited by hand, or written by another program. The next choice replaces it. */
  isReadable: boolean;
};

export async function readEvent(database: Database): Promise<StoredEvent> {
  const row = await database.selectFrom("event").selectAll().executeTakeFirstOrThrow();
  const { preview_key: linkKey, changed_at: changedAt, sequence } = row;
  if (changedAt === null) return { linkKey, override: undefined, isReadable: true };
  const read = v.safeParse(Chosen, row);
  if (!read.success) return { linkKey, override: undefined, isReadable: false };
  const { edition, phase: name, phase_since: since, moved_to } = read.output;
  const phase = name === null || since === null ? undefined : { name, since };
  const movedTo = moved_to ?? undefined;
  return { linkKey, override: { edition, phase, movedTo, sequence, changedAt }, isReadable: true };
}

const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
/** A time outside of these years could not be written into a page. */
const time = v.pipe(wholeNumber, v.minValue(Date.UTC(2020, 0)), v.maxValue(Date.UTC(2200, 0)));

const Chosen = v.object({
  edition: v.pipe(wholeNumber, v.minValue(2020), v.maxValue(2200)),
  phase: v.nullable(v.picklist(chosenPhases)),
  phase_since: v.nullable(time),
  moved_to: v.nullable(time),
  sequence: v.pipe(wholeNumber, v.maxValue(1_000_000)),
  changed_at: time,
});

/** `auto`: the clock decides again. */
export type PhaseChoice = ChosenPhase | "auto";

/** Sets the phase of the present edition by hand. */
export async function choosePhase(
  database: Database,
  { event, choice, now }: { event: EventPlan; choice: PhaseChoice; now: number },
): Promise<void> {
  const { override } = await readEvent(database);
  const edition = editionAt(event, now, override).year;
  await savePhase(database, { edition, phase: choice === "auto" ? undefined : choice, now });
}

/** A phase by hand later than this after the end of the event, in milliseconds, is a rehearsal or a slip. */
const longAfterMs = 12 * 60 * minuteMs;

/** Whether a phase by hand is unusual at this time, so that the operator must agree to it. */
export function isFarFromEvent(
  event: EventPlan,
  now: number,
  override: Override | undefined,
): boolean {
  const { start, end } = editionAt(event, now, override);
  return now < startOfDay(start, event.timeZone) || now > end + longAfterMs;
}

/** Sets the phase of an edition by hand; undefined gives it back to the clock. A choice that is repeated counts anew. */
export async function savePhase(
  database: Database,
  { edition, phase, now }: { edition: number; phase: ChosenPhase | undefined; now: number },
): Promise<void> {
  // Calendars must learn that the class is cancelled, or takes place after all; of other phases they know nothing.
  const cancels = phase === "cancelled" ? 1 : 0;
  await forgetUnreadable(database);
  await database
    .updateTable("event")
    .set({
      edition,
      phase: phase ?? null,
      phase_since: phase === undefined ? null : now,
      moved_to: ofEdition(edition, "moved_to"),
      sequence: sql`sequence + case when edition = ${edition} and phase = 'cancelled'
        then ${sql.lit(1 - cancels)} else ${sql.lit(cancels)} end`,
      changed_at: now,
    })
    .execute();
}

/** Moves the start of an edition; undefined moves it back to the planned start. */
export async function saveStart(
  database: Database,
  { edition, movedTo, now }: { edition: number; movedTo: number | undefined; now: number },
): Promise<void> {
  await forgetUnreadable(database);
  await database
    .updateTable("event")
    .set({
      edition,
      phase: ofEdition(edition, "phase"),
      phase_since: ofEdition(edition, "phase_since"),
      moved_to: movedTo ?? null,
      sequence: sql`sequence + 1`,
      changed_at: now,
    })
    .execute();
}

/** The value of a column if the row is about this edition: the choices for another edition do not count. */
function ofEdition<Name extends "phase" | "phase_since" | "moved_to">(edition: number, name: Name) {
  return sql<Tables["event"][Name]>`case when edition = ${edition} then ${sql.ref(name)} end`;
}

async function forgetUnreadable(database: Database): Promise<void> {
  const { isReadable } = await readEvent(database);
  if (isReadable) return;
  const nothing = { edition: null, phase: null, phase_since: null, moved_to: null };
  await database
    .updateTable("event")
    .set({ ...nothing, sequence: 0, changed_at: null })
    .execute();
}
