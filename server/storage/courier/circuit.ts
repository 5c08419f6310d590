import { countParked } from "#server/storage/deliveries/parked.ts";
import type { Database } from "#server/storage/tables.ts";

/** The way to ActiveCampaign, the same for all leads and all processes. */
export type Circuit = {
  /** The vendor asked for silence. */
  backOffUntil: number;
  /** The breaker: since when, why, and when we look again. */
  closed: { since: number; reason: string; probeAt: number } | undefined;
  /** The operator's own pause. */
  pausedAt: number | undefined;
  /** How often in a row the way was closed or found closed. The rest grows with it. */
  trips: number;
};

export async function readCircuit(database: Database): Promise<Circuit> {
  const row = await database
    .selectFrom("courier")
    .select(["back_off_until", "tripped_at", "tripped_reason", "probe_at", "paused_at", "trips"])
    .executeTakeFirstOrThrow();
  const { tripped_at, tripped_reason, probe_at } = row;
  const closed =
    tripped_at === null
      ? undefined
      : { since: tripped_at, reason: tripped_reason ?? "", probeAt: probe_at ?? tripped_at };
  return {
    backOffUntil: row.back_off_until,
    closed,
    pausedAt: row.paused_at ?? undefined,
    trips: row.trips,
  };
}

/** A shorter silence doesn't end a longer one. */
export async function startBackOff(database: Database, until: number): Promise<void> {
  await database
    .updateTable("courier")
    .set({ back_off_until: until })
    .where("back_off_until", "<", until)
    .execute();
}

/** Closed once more it stays closed since the first time, and is looked at later. */
export async function tripCircuit(
  database: Database,
  closing: { now: number; reason: string; probeAt: number },
): Promise<void> {
  await database
    .updateTable("courier")
    .set((query) => ({
      tripped_at: query.fn.coalesce("tripped_at", query.val(closing.now)),
      tripped_reason: closing.reason,
      probe_at: closing.probeAt,
      trips: query("trips", "+", 1),
    }))
    .execute();
}

/** ActiveCampaign has answered like itself. */
export async function resetCircuit(database: Database): Promise<void> {
  await database
    .updateTable("courier")
    .set({ tripped_at: null, tripped_reason: null, probe_at: null, trips: 0 })
    .execute();
}

/** After the operator repaired the cause: a closed way is tried now, and its rests begin short again. */
export async function probeNow(database: Database, now: number): Promise<void> {
  await database
    .updateTable("courier")
    .set({ probe_at: now, trips: 0 })
    .where("tripped_at", "is not", null)
    .execute();
}

/** Ends a silence that ActiveCampaign asked for. Only the operator can know that it is no longer needed. */
export async function endBackOff(database: Database): Promise<void> {
  await database.updateTable("courier").set({ back_off_until: 0 }).execute();
}

/** The operator's pause: from `now` on nothing is sent; null ends it. */
export async function pauseDeliveries(database: Database, now: number | null): Promise<void> {
  await database.updateTable("courier").set({ paused_at: now }).execute();
}

/** What a launch is watched by, besides how many wait. */
export type CircuitFigures = { closed: boolean; paused: boolean; parked: number };

export async function findCircuitFigures(database: Database): Promise<CircuitFigures> {
  const [lane, parked] = await Promise.all([readCircuit(database), countParked(database)]);
  return { closed: lane.closed !== undefined, paused: lane.pausedAt !== undefined, parked };
}
