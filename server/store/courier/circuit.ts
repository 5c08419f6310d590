import { sql } from "kysely";
import { importable } from "#server/store/deliveries/imports.ts";
import { countParked } from "#server/store/deliveries/progress.ts";
import type { Database, Tables } from "#server/store/row-types.ts";
import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";
import { isFree, leaseMs } from "./lease.ts";

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

export async function readCircuit(database: Database): Promise<Circuit> {
  return circuitOf(await database.selectFrom("courier").selectAll().executeTakeFirstOrThrow());
}

function circuitOf(row: Tables["courier"]): Circuit {
  const { tripped_at: since, tripped_reason: reason, probe_at, paused_at } = row;
  return {
    backOffUntil: row.back_off_until,
    tripped:
      since === null ? undefined : { since, reason: reason ?? "", probeAt: probe_at ?? since },
    pausedAt: paused_at ?? undefined,
    trips: row.trips,
  };
}

/** Starts a back-off. If the new back-off would end earlier than the present one, nothing changes. */
export async function startBackOff(database: Database, until: number): Promise<void> {
  await sql`
    update courier set back_off_until = ${until} where back_off_until < ${until}
  `.execute(database);
}

/** Stops all deliveries until a probe succeeds. A circuit that is tripped again keeps the time of its first trip. */
export async function tripCircuit(
  database: Database,
  { now, reason, probeAt }: { now: number; reason: string; probeAt: number },
): Promise<void> {
  await sql`
    update courier set tripped_at = coalesce(tripped_at, ${now}), tripped_reason = ${reason},
      probe_at = ${probeAt}, trips = trips + 1`.execute(database);
}

/** Resets the circuit, so that deliveries go on. Call this after ActiveCampaign has answered a request as usual. */
export async function resetCircuit(database: Database): Promise<void> {
  await sql`
    update courier set tripped_at = null, tripped_reason = null, probe_at = null, trips = 0
  `.execute(database);
}

/**
 * Ends the pause, and makes a probe of a tripped circuit due now: the circuit stays tripped until a probe succeeds, so
 * that only one request is at risk and not the whole backlog.
 */
export async function resumeDeliveries(database: Database, now: number): Promise<void> {
  await sql`update courier set paused_at = null`.execute(database);
  await sql`
    update courier set probe_at = ${now}, trips = 0 where tripped_at is not null
  `.execute(database);
}

/** Ends a back-off that ActiveCampaign asked for. Only the operator can know that it is no longer needed. */
export async function endBackOff(database: Database): Promise<void> {
  await sql`update courier set back_off_until = 0`.execute(database);
}

/** Pauses the deliveries for the operator: from `now` on nothing is sent. */
export async function pauseDeliveries(database: Database, now: number): Promise<void> {
  await sql`update courier set paused_at = ${now}`.execute(database);
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

/** The milliseconds between two removals of old sign-ups. */
export const retentionEveryMs = 60 * 60_000;

/** Notes when old sign-ups were last removed, at a time that was confirmed. */
export async function saveTrustedTime(database: Database, now: number): Promise<void> {
  await database.updateTable("courier").set({ retention_ran_at: now }).execute();
}

/** What a courier has to do now, and what makes it wait. */
export type CourierWork = {
  circuit: Circuit;
  due: {
    delivery: boolean;
    removal: boolean;
    /** The result of an import is to be asked for. */
    check: boolean;
    /** More leads may travel with an import than are sent individually. */
    import: boolean;
    /** A person who entered the class may get the tag for it. */
    entry: boolean;
  };
  /** Leads can be derived from submissions. */
  toDerive: boolean;
  /** A courier died amid its work: only the next holder of the lease makes due again what it had claimed. */
  hasDied: boolean;
  /** An hour has passed since old sign-ups were removed. */
  retentionIsDue: boolean;
};

/**
 * The most due leads that are sent individually. More leads travel with an import, because a lead sent individually
 * takes three requests or more.
 */
export const maxIndividually = 50;

type WorkRow = Tables["courier"] & {
  to_derive: unknown;
  delivery: unknown;
  removal: unknown;
  result: unknown;
  entry: unknown;
  has_died: unknown;
  importable: number;
};

/** Finds what there is to do, with one query that reads a few entries of indexes. */
export async function findWork(database: Database, now: number): Promise<CourierWork> {
  const { rows } = await sql<WorkRow>`
    select courier.*,
      exists (
        select 1 from submissions where derived_at is null and ${notHeldInQuery}
      ) as to_derive,
      exists (select 1 from deliveries where due_at <= ${now}) as delivery,
      exists (select 1 from removals where due_at <= ${now}) as removal,
      exists (select 1 from imports where check_at <= ${now}) as result,
      exists (select 1 from entries where tag_due_at <= ${now}) as entry,
      expires_at > 0 and ${isFree(leaseMs)} as has_died,
      (
        select count(*) from (
          select lead_id ${importable(now)} limit ${maxIndividually + 1}
        ) as first_importable
      ) as importable
    from courier`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error("The table courier has no row.");
  return {
    circuit: circuitOf(row),
    due: {
      delivery: Boolean(row.delivery),
      removal: Boolean(row.removal),
      check: Boolean(row.result),
      import: row.importable > maxIndividually,
      entry: Boolean(row.entry),
    },
    toDerive: Boolean(row.to_derive),
    hasDied: Boolean(row.has_died),
    retentionIsDue: (row.retention_ran_at ?? 0) <= now - retentionEveryMs,
  };
}
