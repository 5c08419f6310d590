import { dayMs, hourMs, minuteMs } from "#event/time-zone.ts";
import { newestOf } from "#server/store/action-log.ts";
import type { Database } from "#server/store/row-types.ts";

/** Copies that are made to one place again and again: how often, and when the newest good one was made. */
export type RepeatedCopy = { place: string; everyMs: number; at: number };

/** What is known of such a place. */
export type KnownCopies = RepeatedCopy & {
  /** When a copy from this place was last restored beside the store and found equal; null until then. */
  provedAt: number | null;
  /** The name of that copy. */
  provedCopy: string | null;
  /** Why the newest try to prove a copy failed; null if it did not. */
  unproved: string | null;
};

/** After this many intervals without a good copy, copies are late. */
const lateIntervals = 3;

export function isLate({ everyMs, at }: RepeatedCopy, now: number): boolean {
  return now - at > lateIntervals * everyMs;
}

/** One for each place to which copies are made, the newest first. */
export function findRepeatedCopies(database: Database): Promise<KnownCopies[]> {
  return database
    .selectFrom("copies")
    .select(["place", "every_ms as everyMs", "at", "unproved"])
    .select(["proved_at as provedAt", "proved_copy as provedCopy"])
    .orderBy("at", "desc")
    .execute();
}

export async function noteRepeatedCopy(
  database: Database,
  { place, everyMs, at }: RepeatedCopy,
): Promise<void> {
  await database
    .insertInto("copies")
    .values({ place, every_ms: everyMs, at })
    .onConflict((same) => same.column("place").doUpdateSet({ every_ms: everyMs, at }))
    .execute();
}

/** The places as one: whether a proof failed, and when the place was proved that was so longest ago; null if one never was. */
export function proofOf(places: readonly KnownCopies[]) {
  if (places.length === 0) return undefined;
  const times = places.map(({ provedAt }) => provedAt ?? 0);
  const hasFailed = places.some(({ unproved }) => unproved !== null);
  return { hasFailed, at: Math.min(...times) || null };
}

/** Stores that a copy was proved, or why none could be: then it stays known when one was proved last. */
export async function noteProof(
  database: Database,
  place: string,
  proof: { proved_at: number; proved_copy: string; unproved: null } | { unproved: string },
): Promise<void> {
  await database.updateTable("copies").set(proof).where("place", "=", place).execute();
}

/** Stops expecting copies in this place. Returns whether any were expected. */
export async function forgetRepeatedCopies(database: Database, place: string): Promise<boolean> {
  const query = database.deleteFrom("copies").where("place", "=", place);
  return (await query.executeTakeFirstOrThrow()).numDeletedRows > 0n;
}

/**
 * A restored store knows only copies that are older than itself: they are late three intervals after the restore. The
 * copies in a place are others than the store's own, or there are none on a new disk, so the next one is proved first.
 */
export async function expectCopiesFrom(database: Database, now: number): Promise<void> {
  const unknown = { proved_at: null, proved_copy: null, unproved: null };
  await database
    .updateTable("copies")
    .set({ at: now, ...unknown })
    .execute();
}

/** When the last copy of the store was made, by hand or repeatedly; undefined if none is known. */
export async function lastBackupAt(database: Database): Promise<number | undefined> {
  const [repeated] = await findRepeatedCopies(database);
  return [repeated?.at, (await newestOf(database, "backup"))?.at]
    .flatMap((at) => at ?? [])
    .toSorted((one, other) => other - one)[0];
}

/** Writes an interval in its largest whole unit: `48 horas`, and `3 dias` for 72 hours. */
export function describeInterval(ms: number): string {
  if (ms % dayMs === 0 && ms > 2 * dayMs) return `${ms / dayMs} dias`;
  const [count, unit] = ms % hourMs === 0 ? [ms / hourMs, "hora"] : [ms / minuteMs, "minuto"];
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
