import { countParked } from "#server/store/deliveries/again.ts";
import type { Database } from "#server/store/tables.ts";
import type { CourierTable } from "./courier-tables.ts";

/**
 * The states that make all deliveries wait: the back-off, the tripped circuit and the pause. They are the same for all
 * leads and all processes.
 */
export type Circuit = {
  /** The time until which ActiveCampaign asked for no requests. */
  backOffUntil: number;
  /** Since when and why the circuit is tripped, and when the next probe is made. */
  tripped: { since: number; reason: string; probeAt: number } | undefined;
  /** When the operator paused the deliveries. */
  pausedAt: number | undefined;
  /**
   * How often in a row the circuit was tripped, or found to be still broken by a probe. The time until the next probe
   * grows with this number.
   */
  trips: number;
};

const columns = [
  "back_off_until",
  "tripped_at",
  "tripped_reason",
  "probe_at",
  "paused_at",
  "trips",
] as const;

export async function readCircuit(database: Database): Promise<Circuit> {
  return circuitOf(await database.selectFrom("courier").select(columns).executeTakeFirstOrThrow());
}

export function circuitOf(row: Pick<CourierTable, (typeof columns)[number]>): Circuit {
  const { tripped_at, tripped_reason, probe_at } = row;
  const tripped =
    tripped_at === null
      ? undefined
      : { since: tripped_at, reason: tripped_reason ?? "", probeAt: probe_at ?? tripped_at };
  return {
    backOffUntil: row.back_off_until,
    tripped,
    pausedAt: row.paused_at ?? undefined,
    trips: row.trips,
  };
}

/** Starts a back-off. If the new back-off would end earlier than the present one, nothing changes. */
export async function startBackOff(database: Database, until: number): Promise<void> {
  await database
    .updateTable("courier")
    .set({ back_off_until: until })
    .where("back_off_until", "<", until)
    .execute();
}

/** Stops all deliveries until a probe succeeds. A circuit that is tripped again keeps the time of its first trip. */
export async function tripCircuit(
  database: Database,
  { now, reason, probeAt }: { now: number; reason: string; probeAt: number },
): Promise<void> {
  await database
    .updateTable("courier")
    .set((query) => ({
      tripped_at: query.fn.coalesce("tripped_at", query.val(now)),
      tripped_reason: reason,
      probe_at: probeAt,
      trips: query("trips", "+", 1),
    }))
    .execute();
}

/** Resets the circuit, so that deliveries go on. Call this after ActiveCampaign has answered a request as usual. */
export async function resetCircuit(database: Database): Promise<void> {
  await database
    .updateTable("courier")
    .set({ tripped_at: null, tripped_reason: null, probe_at: null, trips: 0 })
    .execute();
}

/**
 * Ends the pause, and makes a probe of a tripped circuit due now: the circuit stays tripped until a probe succeeds, so
 * that only one request is at risk and not the whole backlog.
 */
export async function resumeDeliveries(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ paused_at: null }).execute();
  await database
    .updateTable("courier")
    .set({ probe_at: now, trips: 0 })
    .where("tripped_at", "is not", null)
    .execute();
}

/** Ends a back-off that ActiveCampaign asked for. Only the operator can know that it is no longer needed. */
export async function endBackOff(database: Database): Promise<void> {
  await database.updateTable("courier").set({ back_off_until: 0 }).execute();
}

/** Pauses the deliveries for the operator: from `now` on nothing is sent. */
export async function pauseDeliveries(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ paused_at: now }).execute();
}

/** The figures about the circuit that the metrics show. */
export type CircuitFigures = { tripped: boolean; paused: boolean; parked: number };

export async function findCircuitFigures(database: Database): Promise<CircuitFigures> {
  const [circuit, parked] = await Promise.all([readCircuit(database), countParked(database)]);
  return {
    tripped: circuit.tripped !== undefined,
    paused: circuit.pausedAt !== undefined,
    parked,
  };
}
