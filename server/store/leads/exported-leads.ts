import { pages } from "#server/store/connection/paging.ts";
import { hadUnsubscribed } from "#server/store/deliveries/deliveries.ts";
import { isConsent } from "#server/store/submissions/submissions.ts";
import type { Database, Surface } from "#server/store/tables.ts";
import { type Span, signedUpIn } from "./signed-up-in.ts";

const pageSize = 1_000;

/** How a person signed up. */
type SignUpOrigin = { surface: Surface; wording: string | null; source: string | null };
type SignUpOrigins = {
  first: SignUpOrigin;
  last: SignUpOrigin;
  /** The wording of the consent box that the person ticked last. */
  consentWording?: string;
};

/**
 * A lead with the origins of the person's first and last sign-up. Both are missing when the person's submissions are no
 * longer stored.
 */
export type ExportedLead = Awaited<ReturnType<typeof leadsAfter>>[number] & Partial<SignUpOrigins>;

/** The people who signed up in the span, for the first time or again, page by page. Without a span, all people. */
export async function* exportedPages(
  database: Database,
  span: Span | undefined,
): AsyncGenerator<ExportedLead[]> {
  for await (const leads of pages((lastId) => leadsAfter(database, span, lastId))) {
    const keys = leads.map(({ email_key }) => email_key);
    const origins = await originsOf(database, keys);
    yield leads.map((lead) => ({ ...lead, ...origins.get(lead.email_key) }));
  }
}

function leadsAfter(database: Database, span: Span | undefined, lastId: number) {
  const page = database
    .selectFrom("leads")
    .leftJoin("deliveries", "deliveries.lead_id", "leads.id")
    .selectAll("leads")
    .select(["deliveries.state", "deliveries.last_outcome"])
    .where("leads.id", ">", lastId)
    .orderBy("leads.id")
    .limit(pageSize);
  return (span === undefined ? page : page.where(signedUpIn(span))).execute();
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
  for (const { email_key, ...origin } of rows) {
    const earlier = origins.get(email_key);
    const consented = isConsent(origin) ? origin.wording : earlier?.consentWording;
    origins.set(email_key, {
      first: earlier?.first ?? origin,
      last: origin,
      ...(consented === undefined ? {} : { consentWording: consented }),
    });
  }
  return origins;
}

/** Whether the contact had unsubscribed. Of leads that travelled with an import this is not known. */
export function hadUnsubscribedBefore({ state, last_outcome }: ExportedLead): boolean {
  return state === "delivered" && (last_outcome?.includes(hadUnsubscribed) ?? false);
}
