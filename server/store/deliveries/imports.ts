import { sql } from "kysely";
import type { Database } from "#server/store/row-types.ts";
import { type ClaimedLead, claimable, claimedLeads } from "./deliveries.ts";

/** Leads that are claimed to be sent to ActiveCampaign together. */
export type Import = { id: number; leads: ImportedLead[] };
export type ImportedLead = ClaimedLead & { id: number };

/** ActiveCampaign's limit for the number of leads in one import. */
export const maxImportSize = 250;

/** How many of the newest leads are sent with each import, so that a new lead does not wait behind a backlog. */
const newestInImport = 50;

/** The due deliveries that may travel with an import. */
export function importable(now: number) {
  return sql`${claimable(now)} and individually is null`;
}

export function claimImport(database: Database, now: number): Promise<Import | undefined> {
  return database.transaction().execute(async (writing) => {
    const { rows } = await sql<{ lead_id: number }>`
      select lead_id from (
        select lead_id ${importable(now)} order by due_at, lead_id
        limit ${maxImportSize - newestInImport}
      ) as oldest
      union
      select lead_id from (
        select lead_id ${importable(now)} order by due_at desc, lead_id desc
        limit ${newestInImport}
      ) as newest`.execute(writing);
    const leadIds = rows.map(({ lead_id }) => lead_id);
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

/** A batch that ActiveCampaign accepted. Its result is asked for later. */
export type Batch = { batch: string; leadIds: number[] };

/** Records which batches ActiveCampaign has accepted of an import: each becomes an import of its own. */
export async function queueImport(
  database: Database,
  id: number,
  { batches, now, checkAt }: { batches: readonly Batch[]; now: number; checkAt: number },
): Promise<void> {
  await database.transaction().execute(async (writing) => {
    for (const [index, { batch, leadIds }] of batches.entries()) {
      const queued = { batch, size: leadIds.length, check_at: checkAt };
      if (index === 0) {
        await writing.updateTable("imports").set(queued).where("id", "=", id).execute();
        continue;
      }
      const other = await writing
        .insertInto("imports")
        .values({ ...queued, sent_at: now, checks: 0 })
        .returning("id")
        .executeTakeFirstOrThrow();
      await writing
        .updateTable("deliveries")
        .set({ import_id: other.id })
        .where("import_id", "=", id)
        .where("lead_id", "in", leadIds)
        .execute();
    }
  });
}

/** An import whose result is not known yet. `size` is how many leads ActiveCampaign accepted. */
export type QueuedImport = {
  id: number;
  batch: string;
  size: number;
  sentAt: number;
  checks: number;
};

/** The import whose check has been due for the longest time. */
export async function dueImport(
  database: Database,
  now: number,
): Promise<QueuedImport | undefined> {
  const { rows } = await sql<QueuedImport>`
    select id, coalesce(batch, '') as batch, size, sent_at as "sentAt", checks from imports
    where check_at <= ${now} order by check_at limit 1`.execute(database);
  return rows[0];
}

export async function checkAgain(database: Database, id: number, checkAt: number): Promise<void> {
  await sql`
    update imports set check_at = ${checkAt}, checks = checks + 1 where id = ${id}
  `.execute(database);
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
  const alone = sql`, individually = 1, attempts = attempts + 1`;
  await sql`
    update deliveries
    set state = 'due', due_at = ${now}, last_outcome = ${lastOutcome} ${individually ? alone : sql``}
    where import_id = ${id} and state = 'importing' and lead_id in (${sql.join(leadIds)})
  `.execute(database);
}

/** Ends an import, and marks the leads that are still in it as delivered. */
export async function endImport(database: Database, id: number, now: number): Promise<void> {
  await database.transaction().execute(async (writing) => {
    await sql`
      update deliveries set state = 'delivered', attempts = attempts + 1,
        last_outcome = 'delivered: imported', updated_at = ${now}
      where import_id = ${id} and state = 'importing'`.execute(writing);
    await sql`update imports set check_at = null where id = ${id}`.execute(writing);
  });
}
