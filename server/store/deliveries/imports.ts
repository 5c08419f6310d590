import { sql } from "kysely";
import type { Database } from "#server/store/tables.ts";

/** Records that ActiveCampaign has accepted an import. Its result is asked for at `checkAt`. */
export async function queueImport(
  database: Database,
  id: number,
  { batch, size, checkAt }: { batch: string; size: number; checkAt: number },
): Promise<void> {
  await database
    .updateTable("imports")
    .set({ batch, size, check_at: checkAt })
    .where("id", "=", id)
    .execute();
}

export type QueuedImport = {
  id: number;
  batch: string;
  /** How many leads of this import ActiveCampaign accepted. */
  size: number;
  sentAt: number;
  checks: number;
};

export async function dueImport(
  database: Database,
  now: number,
): Promise<QueuedImport | undefined> {
  const row = await database
    .selectFrom("imports")
    .select(["id", "batch", "size", "sent_at", "checks"])
    .where("check_at", "<=", now)
    .orderBy("check_at")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { batch, sent_at, ...rest } = row;
  return { ...rest, batch: batch ?? "", sentAt: sent_at };
}

export async function checkAgain(database: Database, id: number, checkAt: number): Promise<void> {
  await database
    .updateTable("imports")
    .set((query) => ({ check_at: checkAt, checks: query("checks", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/**
 * All leads that were sent with this import, except the erased ones. Leads that signed up again since then are
 * included.
 */
export function leadsOfImport(database: Database, id: number) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["lead_id as leadId", "leads.email"])
    .where("import_id", "=", id)
    .execute();
}

/**
 * Leads that are taken out of this import. They are due again at `dueAt`, and are sent individually or with the next
 * import.
 */
export type Leaving = {
  leadIds: readonly number[];
  dueAt: number;
  /**
   * Whether these leads are sent individually from now on: all of them, or only leads with at least `afterTries` tries,
   * this import included.
   */
  individually: boolean | { afterTries: number };
  lastOutcome: string;
  /** Whether this import counts as a try to deliver these leads. */
  tried: boolean;
};

export async function leaveImport(
  database: Database,
  id: number,
  { leadIds, dueAt, individually, lastOutcome, tried }: Leaving,
): Promise<void> {
  if (leadIds.length === 0) return;
  await database
    .updateTable("deliveries")
    .set((query) => ({
      state: "due" as const,
      due_at: dueAt,
      last_outcome: lastOutcome,
      ...(individually === true ? { individually: 1 } : {}),
      ...(typeof individually === "object"
        ? { individually: onceTriedSoOften(individually.afterTries) }
        : {}),
      ...(tried ? { attempts: query("attempts", "+", 1) } : {}),
    }))
    .where("import_id", "=", id)
    .where("state", "=", "importing")
    .where("lead_id", "in", leadIds)
    .execute();
}

function onceTriedSoOften(tries: number) {
  return sql<number | null>`case when attempts + 1 >= ${tries} then 1 else individually end`;
}

/** Ends an import, and marks the leads that are still in it as delivered. */
export async function endImport(database: Database, id: number, now: number): Promise<void> {
  await database.transaction().execute(async (writing) => {
    await writing
      .updateTable("deliveries")
      .set((query) => ({
        state: "delivered" as const,
        attempts: query("attempts", "+", 1),
        last_outcome: "delivered: imported",
        updated_at: now,
      }))
      .where("import_id", "=", id)
      .where("state", "=", "importing")
      .execute();
    await writing.updateTable("imports").set({ check_at: null }).where("id", "=", id).execute();
  });
}
