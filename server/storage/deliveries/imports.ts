import { sql } from "kysely";
import type { Database } from "#server/storage/tables.ts";

/** The vendor has it; what became of it is asked later. */
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
  /** How many went with it. */
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

/** All whom it took, also those who have signed up again meanwhile; not who was erased. */
export function leadsOfImport(database: Database, id: number) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["lead_id as leadId", "leads.email"])
    .where("import_id", "=", id)
    .execute();
}

/** Leads that leave this import: they are due again at `dueAt`, alone or with the next import. */
export type Leaving = {
  leadIds: readonly number[];
  dueAt: number;
  /** Whether they are sent alone from now on: all, or only those with so many tries, this one included. */
  alone: boolean | { afterTries: number };
  lastOutcome: string;
  /** Whether the try counts as theirs. */
  tried: boolean;
};

export async function leaveImport(
  database: Database,
  id: number,
  { leadIds, dueAt, alone, lastOutcome, tried }: Leaving,
): Promise<void> {
  if (leadIds.length === 0) return;
  await database
    .updateTable("deliveries")
    .set((query) => ({
      state: "due" as const,
      due_at: dueAt,
      last_outcome: lastOutcome,
      ...(alone === true ? { alone: 1 } : {}),
      ...(typeof alone === "object" ? { alone: triedOften(alone.afterTries) } : {}),
      ...(tried ? { attempts: query("attempts", "+", 1) } : {}),
    }))
    .where("import_id", "=", id)
    .where("state", "=", "importing")
    .where("lead_id", "in", leadIds)
    .execute();
}

function triedOften(tries: number) {
  return sql<number | null>`case when attempts + 1 >= ${tries} then 1 else alone end`;
}

/** All who travel with it still have arrived. */
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
