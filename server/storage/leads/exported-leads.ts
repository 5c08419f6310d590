import type { Database } from "#server/storage/tables.ts";

const pageSize = 1_000;

export type ExportedLead = Awaited<ReturnType<typeof leadsAfter>>[number] & {
  /** How they came first, and how they came last; undefined when their sign-ups are gone. */
  first: Coming | undefined;
  last: Coming | undefined;
};

type Coming = { surface: string; wording: string | null; source: string | null };

/** Who signed up, or signed up again, since then; page by page, so that memory stays as it is. */
export async function* exportedPages(
  database: Database,
  since: number,
): AsyncGenerator<ExportedLead[]> {
  for (let lastId = 0; ; ) {
    const leads = await leadsAfter(database, since, lastId);
    const last = leads.at(-1);
    if (last === undefined) return;
    const comings = await comingsOf(
      database,
      leads.map(({ email_key }) => email_key),
    );
    yield leads.map((lead) => ({ ...lead, ...firstAndLast(comings.get(lead.email_key)) }));
    lastId = last.id;
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

type Comings = { first: Coming; last: Coming };

async function comingsOf(database: Database, keys: string[]): Promise<Map<string, Comings>> {
  const rows = await database
    .selectFrom("submissions")
    .select(["email_key", "surface", "wording", "source"])
    .where("derived_at", "is not", null)
    .where("email_key", "in", keys)
    .orderBy("received_at")
    .orderBy("id")
    .execute();
  const comings = new Map<string, Comings>();
  for (const { email_key, ...coming } of rows)
    comings.set(email_key, { first: comings.get(email_key)?.first ?? coming, last: coming });
  return comings;
}

function firstAndLast(comings: Comings | undefined): Pick<ExportedLead, "first" | "last"> {
  return { first: comings?.first, last: comings?.last };
}
