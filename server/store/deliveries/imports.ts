import type { Database } from "#server/store/tables.ts";
import { type ClaimedLead, claimable, claimedLeads } from "./deliveries.ts";

/** Leads that are claimed to be sent to ActiveCampaign together. */
export type Import = { id: number; leads: ImportedLead[] };
export type ImportedLead = ClaimedLead & { id: number };

/** ActiveCampaign's limit for the number of leads in one import. */
export const maxImportSize = 250;

/** How many of the newest leads are sent with each import, so that a new lead does not wait behind a backlog. */
const newestInImport = 50;

/** The due deliveries that may travel with an import. */
export function importable(database: Database, now: number) {
  return claimable(database, now).where("individually", "is", null);
}

export function claimImport(database: Database, now: number): Promise<Import | undefined> {
  return database.transaction().execute(async (writing) => {
    const oldest = await importable(writing, now)
      .orderBy("due_at")
      .orderBy("lead_id")
      .limit(maxImportSize - newestInImport)
      .execute();
    const newest = await importable(writing, now)
      .orderBy("due_at", "desc")
      .orderBy("lead_id", "desc")
      .limit(newestInImport)
      .execute();
    const leadIds = [...new Set([...oldest, ...newest].map(({ lead_id }) => lead_id))];
    if (leadIds.length === 0) return undefined;
    const { id } = await writing
      .insertInto("imports")
      .values({ size: leadIds.length, sent_at: now, checks: 0 })
      .returning("id")
      .executeTakeFirstOrThrow();
    await writing
      .updateTable("deliveries")
      .set({ state: "importing", due_at: null, import_id: id, updated_at: now })
      .where("lead_id", "in", leadIds)
      .execute();
    return { id, leads: await claimedLeads(writing, leadIds) };
  });
}

type Batch = { batch: string; leadIds: number[] };

/** Records which batches ActiveCampaign has accepted of an import. Their results are asked for at `checkAt`. */
export async function queueImport(
  database: Database,
  id: number,
  { batches, now, checkAt }: { batches: readonly Batch[]; now: number; checkAt: number },
): Promise<void> {
  const [first, ...others] = batches;
  if (first === undefined) return;
  await database.transaction().execute(async (writing) => {
    for (const { batch, leadIds } of others) {
      const added = await writing
        .insertInto("imports")
        .values({ batch, size: leadIds.length, sent_at: now, check_at: checkAt, checks: 0 })
        .returning("id")
        .executeTakeFirstOrThrow();
      await writing
        .updateTable("deliveries")
        .set({ import_id: added.id })
        .where("import_id", "=", id)
        .where("lead_id", "in", leadIds)
        .execute();
    }
    await writing
      .updateTable("imports")
      .set({ batch: first.batch, size: first.leadIds.length, check_at: checkAt })
      .where("id", "=", id)
      .execute();
  });
}

export type QueuedImport = {
  id: number;
  batch: string;
  /** How many leads of this import ActiveCampaign accepted. */
  size: number;
  sentAt: number;
  checks: number;
};

/** The import whose check has been due for the longest time. */
export async function dueImport(
  database: Database,
  now: number,
): Promise<QueuedImport | undefined> {
  const row = await database
    .selectFrom("imports")
    .select(["id", "batch", "size", "sent_at as sentAt", "checks"])
    .where("check_at", "<=", now)
    .orderBy("check_at")
    .limit(1)
    .executeTakeFirst();
  return row && { ...row, batch: row.batch ?? "" };
}

export async function checkAgain(database: Database, id: number, checkAt: number): Promise<void> {
  await database
    .updateTable("imports")
    .set((query) => ({ check_at: checkAt, checks: query("checks", "+", 1) }))
    .where("id", "=", id)
    .execute();
}

/** All leads of this import, except the erased ones. Leads that signed up again since then are included. */
export function leadsOfImport(database: Database, id: number) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["lead_id as leadId", "leads.email"])
    .where("import_id", "=", id)
    .execute();
}

/** How leads leave an import. They are due again now, with the next import or `individually`, which counts as a try. */
export type Leaving = {
  leadIds: readonly number[];
  now: number;
  individually: boolean;
  lastOutcome: string;
};

export async function leaveImport(
  database: Database,
  id: number,
  { leadIds, now, individually, lastOutcome }: Leaving,
): Promise<void> {
  if (leadIds.length === 0) return;
  await database
    .updateTable("deliveries")
    .set((query) => ({
      state: "due" as const,
      due_at: now,
      last_outcome: lastOutcome,
      ...(individually ? { individually: 1, attempts: query("attempts", "+", 1) } : {}),
    }))
    .where("import_id", "=", id)
    .where("state", "=", "importing")
    .where("lead_id", "in", leadIds)
    .execute();
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
