import { pages } from "#server/storage/connection/paging.ts";
import type { Database } from "#server/storage/tables.ts";

const pageSize = 1_000;

/** How a person signed up. */
type SignUpOrigin = { surface: string; wording: string | null; source: string | null };
type SignUpOrigins = { first: SignUpOrigin; last: SignUpOrigin };

/**
 * A lead with the origins of the person's first and last sign-up. Both are missing when the person's submissions are no
 * longer stored.
 */
export type ExportedLead = Awaited<ReturnType<typeof leadsAfter>>[number] & Partial<SignUpOrigins>;

/** The people who signed up for the first time or again since the given time, page by page. */
export async function* exportedPages(
  database: Database,
  since: number,
): AsyncGenerator<ExportedLead[]> {
  for await (const leads of pages((lastId) => leadsAfter(database, since, lastId))) {
    const keys = leads.map(({ email_key }) => email_key);
    const origins = await originsOf(database, keys);
    yield leads.map((lead) => ({ ...lead, ...origins.get(lead.email_key) }));
  }
}

function leadsAfter(database: Database, since: number, lastId: number) {
  return database
    .selectFrom("leads")
    .leftJoin("deliveries", "deliveries.lead_id", "leads.id")
    .selectAll("leads")
    .select("deliveries.state")
    .where("leads.id", ">", lastId)
    .where("leads.updated_at", ">=", since)
    .orderBy("leads.id")
    .limit(pageSize)
    .execute();
}

async function originsOf(database: Database, keys: string[]): Promise<Map<string, SignUpOrigins>> {
  const rows = await database
    .selectFrom("submissions")
    .select(["email_key", "surface", "wording", "source"])
    .where("derived_at", "is not", null)
    .where("email_key", "in", keys)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
  const origins = new Map<string, SignUpOrigins>();
  for (const { email_key, ...origin } of rows)
    origins.set(email_key, { first: origins.get(email_key)?.first ?? origin, last: origin });
  return origins;
}
