import type { Database, Writing } from "#server/store/tables.ts";
import { type ClaimedLead, claimable, claimedLeads } from "./claims.ts";

/** Leads that are sent to ActiveCampaign in one request. */
export type Import = { id: number; leads: ImportedLead[] };
export type ImportedLead = ClaimedLead & { id: number };

/** ActiveCampaign's limit for the number of leads in one import. */
export const maxImportSize = 250;

/**
 * The smallest number of leads in an import. ActiveCampaign advises against smaller imports, and accepts only a few of
 * them.
 */
export const minImportSize = 10;

/** How many of the newest leads are sent with each import, so that a new lead does not wait behind a backlog. */
const newestInImport = 50;

/** Counts the leads that could be sent with an import now. Counting ends at `max`. */
export async function countImportable(
  database: Database,
  now: number,
  max: number,
): Promise<number> {
  const { count } = await database
    .selectFrom(importable(database, now).limit(max).as("importable"))
    .select((query) => query.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function claimImport(database: Database, now: number): Promise<Import | undefined> {
  return database.transaction().execute(async (writing) => {
    const [first] = await importable(writing, now)
      .select("attempts")
      .orderBy("due_at")
      .orderBy("lead_id")
      .limit(1)
      .execute();
    if (first === undefined) return undefined;
    const alike = await oldestAndNewest(writing, first.attempts, now);
    // If too few leads for an import have as many tries as the first lead, the import takes leads with any number of
    // tries.
    const leadIds =
      alike.length < minImportSize ? await oldestAndNewest(writing, undefined, now) : alike;
    return startImport(writing, leadIds, now);
  });
}

/**
 * Finds the oldest and the newest leads for an import; with `attempts`, only leads with this number of tries. Leads
 * that were refused together are thereby sent apart from other leads, and the cause can be found.
 */
async function oldestAndNewest(
  writing: Writing,
  attempts: number | undefined,
  now: number,
): Promise<number[]> {
  const all = importable(writing, now);
  const alike = attempts === undefined ? all : all.where("attempts", "=", attempts);
  const oldest = await alike
    .orderBy("due_at")
    .orderBy("lead_id")
    .limit(maxImportSize - newestInImport)
    .execute();
  const newest = await alike
    .orderBy("due_at", "desc")
    .orderBy("lead_id", "desc")
    .limit(newestInImport)
    .execute();
  return [...new Set([...oldest, ...newest].map(({ lead_id }) => lead_id))];
}

function importable(database: Database, now: number) {
  return claimable(database, now).where("individually", "is", null);
}

async function startImport(writing: Writing, leadIds: number[], now: number): Promise<Import> {
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
}
