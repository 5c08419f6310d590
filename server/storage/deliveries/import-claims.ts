import type { Database, Writing } from "#server/storage/tables.ts";
import { type ClaimedLead, claimedLeads, nothingOlderUnderWay } from "./claims.ts";

/** Leads that are sent in one request. */
export type Import = { id: number; leads: ImportedLead[] };
export type ImportedLead = ClaimedLead & { id: number };

/** The vendor's limit. */
const mostContacts = 250;

/** Below it the vendor advises against an import, and takes only a few of them. */
export const fewestTogether = 10;

/** How many of the newest leads travel with each import, so that a new lead does not wait behind a backlog. */
const newestTaken = 50;

/** How many leads could travel with an import; counting ends at `most`. */
export async function countImportable(
  database: Database,
  now: number,
  most: number,
): Promise<number> {
  const { count } = await database
    .selectFrom(importable(database, now).limit(most).as("first_ones"))
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
    const alike = await triedAsOften(writing, first.attempts, now);
    // Leads tried as often as the first are too few for an import, so all others come along.
    const leadIds =
      alike.length < fewestTogether ? await triedAsOften(writing, undefined, now) : alike;
    return startImport(writing, leadIds, now);
  });
}

/** The oldest and newest leads with so many tries. Leads that were refused together travel apart, so that the cause can be found. */
async function triedAsOften(
  writing: Writing,
  attempts: number | undefined,
  now: number,
): Promise<number[]> {
  const all = importable(writing, now);
  const alike = attempts === undefined ? all : all.where("attempts", "=", attempts);
  const oldest = await alike
    .orderBy("due_at")
    .orderBy("lead_id")
    .limit(mostContacts - newestTaken)
    .execute();
  const newest = await alike
    .orderBy("due_at", "desc")
    .orderBy("lead_id", "desc")
    .limit(newestTaken)
    .execute();
  return [...new Set([...oldest, ...newest].map(({ lead_id }) => lead_id))];
}

function importable(database: Database, now: number) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select("lead_id")
    .where("due_at", "<=", now)
    .where("alone", "is", null)
    .where(nothingOlderUnderWay);
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
