import { countParked } from "#server/storage/deliveries/parked.ts";
import type { Database } from "#server/storage/tables.ts";

/** The way to ActiveCampaign, the same for all leads and all processes. */
export type Lane = {
  /** The vendor asked for silence. */
  silentUntil: number;
  /** The breaker: since when, why, and when we look again. */
  closed: { since: number; reason: string; probeAt: number } | undefined;
  /** The operator's own pause. */
  pausedAt: number | undefined;
  /** How often in a row the way was closed or found closed. The rest grows with it. */
  troubles: number;
};

export async function readLane(database: Database): Promise<Lane> {
  const row = await database
    .selectFrom("courier")
    .select(["silent_until", "closed_at", "closed_reason", "probe_at", "paused_at", "troubles"])
    .executeTakeFirstOrThrow();
  const { closed_at, closed_reason, probe_at } = row;
  const closed =
    closed_at === null
      ? undefined
      : { since: closed_at, reason: closed_reason ?? "", probeAt: probe_at ?? closed_at };
  return {
    silentUntil: row.silent_until,
    closed,
    pausedAt: row.paused_at ?? undefined,
    troubles: row.troubles,
  };
}

/** A shorter silence doesn't end a longer one. */
export async function silenceLane(database: Database, until: number): Promise<void> {
  await database
    .updateTable("courier")
    .set({ silent_until: until })
    .where("silent_until", "<", until)
    .execute();
}

/** Closed once more it stays closed since the first time, and is looked at later. */
export async function closeLane(
  database: Database,
  closing: { now: number; reason: string; probeAt: number },
): Promise<void> {
  await database
    .updateTable("courier")
    .set((query) => ({
      closed_at: query.fn.coalesce("closed_at", query.val(closing.now)),
      closed_reason: closing.reason,
      probe_at: closing.probeAt,
      troubles: query("troubles", "+", 1),
    }))
    .execute();
}

/** ActiveCampaign has answered like itself. */
export async function openLane(database: Database): Promise<void> {
  await database
    .updateTable("courier")
    .set({ closed_at: null, closed_reason: null, probe_at: null, troubles: 0 })
    .execute();
}

/** After the operator repaired the cause: a closed way is tried now, and its rests begin short again. */
export async function probeNow(database: Database, now: number): Promise<void> {
  await database
    .updateTable("courier")
    .set({ probe_at: now, troubles: 0 })
    .where("closed_at", "is not", null)
    .execute();
}

/** Ends a silence that ActiveCampaign asked for. Only the operator can know that it is no longer needed. */
export async function endSilence(database: Database): Promise<void> {
  await database.updateTable("courier").set({ silent_until: 0 }).execute();
}

/** The operator's pause: from `now` on nothing is sent; null ends it. */
export async function pauseLane(database: Database, now: number | null): Promise<void> {
  await database.updateTable("courier").set({ paused_at: now }).execute();
}

/** What a launch is watched by, besides how many wait. */
export type LaneFigures = { closed: boolean; paused: boolean; parked: number };

export async function findLaneFigures(database: Database): Promise<LaneFigures> {
  const [lane, parked] = await Promise.all([readLane(database), countParked(database)]);
  return { closed: lane.closed !== undefined, paused: lane.pausedAt !== undefined, parked };
}
