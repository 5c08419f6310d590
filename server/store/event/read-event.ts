import { chosenPhases, type Override } from "#event/override.ts";
import type { Database, Tables } from "#server/store/tables.ts";

/** What the store says about the event. */
export type StoredEvent = {
  /** The key that signs links, to a preview and to the group; undefined if the row is missing. */
  linkKey: string | undefined;
  hand: Hand;
};

/**
 * What the operator has chosen by hand. `unreadable`: a newer or a broken program wrote the row, or a person has emptied
 * the table, so that the clock alone counts.
 */
export type Hand = { kind: "override"; override: Override | undefined } | { kind: "unreadable" };

/** What counts of the operator's choices: while they cannot be read, the clock alone counts. */
export function overrideOf(hand: Hand): Override | undefined {
  return hand.kind === "override" ? hand.override : undefined;
}

type Row = Tables["event"];

/** No operator changes an event more often than this. */
export const maxSequence = 1_000_000;

/** A time or a year outside of these limits was not written by this program. */
const years = { min: 2020, max: 2200 };
const times = { min: Date.UTC(years.min, 0), max: Date.UTC(years.max, 0) };

export async function readEvent(database: Database): Promise<StoredEvent> {
  const row = await database.selectFrom("event").selectAll().executeTakeFirst();
  if (row === undefined) return { linkKey: undefined, hand: { kind: "unreadable" } };
  return { linkKey: row.preview_key, hand: readHand(row) };
}

function readHand(row: Row): Hand {
  const { edition, phase, phase_since, moved_to, sequence, changed_at } = row;
  if (edition === null || changed_at === null)
    return [edition, phase, phase_since, moved_to, changed_at].every((value) => value === null)
      ? { kind: "override", override: undefined }
      : { kind: "unreadable" };
  const chosen = readPhase(phase, phase_since);
  const isSane =
    isWithin(edition, years) &&
    isWithin(changed_at, times) &&
    isWithin(sequence, { min: 0, max: maxSequence }) &&
    (moved_to === null || isWithin(moved_to, times));
  if (!isSane || chosen === "unreadable") return { kind: "unreadable" };
  const movedTo = moved_to ?? undefined;
  const override = { edition, phase: chosen, movedTo, sequence, changedAt: changed_at };
  return { kind: "override", override };
}

function readPhase(phase: string | null, since: number | null): Override["phase"] | "unreadable" {
  if (phase === null && since === null) return undefined;
  const name = chosenPhases.find((chosen) => chosen === phase);
  return name === undefined || since === null || !isWithin(since, times)
    ? "unreadable"
    : { name, since };
}

/** SQLite keeps a text in a column of numbers if a program writes one. */
function isWithin(value: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isSafeInteger(value) && value >= min && value <= max;
}
