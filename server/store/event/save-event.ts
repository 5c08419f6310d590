import { type RawBuilder, sql } from "kysely";
import type { ChosenPhase } from "#event/override.ts";
import { addEventRow } from "#server/store/schema.ts";
import type { Database, Tables } from "#server/store/tables.ts";
import { maxSequence } from "./read-event.ts";

/** Sets the phase of an edition by hand; undefined gives it back to the clock. A choice that is repeated counts anew. */
export async function savePhase(
  database: Database,
  { edition, phase, now }: { edition: number; phase: ChosenPhase | undefined; now: number },
): Promise<void> {
  const cancels = phase === "cancelled" ? 1 : 0;
  await database
    .updateTable("event")
    .set({
      edition,
      phase: phase ?? null,
      phase_since: phase === undefined ? null : now,
      moved_to: unlessOther(edition, "moved_to"),
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
  await database
    .updateTable("event")
    .set({
      edition,
      phase: unlessOther(edition, "phase"),
      phase_since: unlessOther(edition, "phase_since"),
      moved_to: movedTo ?? null,
      sequence: sql`sequence + 1`,
      changed_at: now,
    })
    .execute();
}

/** Makes an unreadable row readable, or writes a missing one: the edition is as planned, and the clock counts. */
export async function resetEvent(
  database: Database,
  { edition, now }: { edition: number; now: number },
): Promise<void> {
  const { numUpdatedRows } = await database
    .updateTable("event")
    .set({
      edition,
      phase: null,
      phase_since: null,
      moved_to: null,
      // SQLite keeps a fraction in a column of whole numbers if a program writes one.
      sequence: sql`case when sequence >= 0 and sequence < ${sql.lit(maxSequence)}
        then cast(sequence as integer) + 1 else 1 end`,
      changed_at: now,
    })
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) await addEventRow(database);
}

/** Keeps the value of a column if the row is about this edition: the choices of another edition do not count. */
function unlessOther<Name extends "phase" | "phase_since" | "moved_to">(
  edition: number,
  name: Name,
): RawBuilder<Tables["event"][Name]> {
  return sql`case when edition = ${edition} then ${sql.ref(name)} end`;
}
