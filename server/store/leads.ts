import type { ExpressionBuilder } from "kysely";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { emailKey } from "#lead/lead.ts";
import { pages } from "#server/store/connection/queries.ts";
import { hadUnsubscribed } from "./deliveries.ts";
import { erasedSince, findRemoval } from "./erasure.ts";
import { personOf, readLinkKey } from "./pass.ts";
import type { Database, Surface, Tables } from "./schema.ts";
import { heldInQuery, isConsent } from "./submissions.ts";

const pageSize = 1_000;

/** A span of time that begins at `since` and ends just before `to`. */
export type Span = { since: number; to: number };

/** A lead with its delivery, if it has one. */
export type ListedLead = Awaited<ReturnType<typeof leadsAfter>>[number];

export async function* listLeads(database: Database): AsyncGenerator<ListedLead> {
  for await (const page of pages((lastId) => leadsAfter(database, lastId))) yield* page;
}

function leadsAfter(database: Database, lastId: number) {
  return database
    .selectFrom("leads")
    .leftJoin("deliveries", "deliveries.lead_id", "leads.id")
    .selectAll("leads")
    .select(["deliveries.state", "deliveries.last_outcome"])
    .where("leads.id", ">", lastId)
    .orderBy("leads.id")
    .limit(pageSize)
    .execute();
}

/** True for a lead whose person signed up in the span, for the first time or again. Held sign-ups do not count. */
export function signedUpIn({ since, to }: Span) {
  return (query: ExpressionBuilder<Tables, "leads">) =>
    query.exists(
      query
        .selectFrom("submissions")
        .select("submissions.id")
        .whereRef("submissions.email_key", "=", "leads.email_key")
        .where("submissions.derived_at", "is not", null)
        .where("submissions.received_at", ">=", since)
        .where("submissions.received_at", "<", to),
    );
}

/** True if the contact at ActiveCampaign had unsubscribed. For leads that an import sent, this is not known. */
export function hadUnsubscribedBefore({ state, last_outcome }: ListedLead): boolean {
  return state === "delivered" && (last_outcome?.includes(hadUnsubscribed) ?? false);
}

/** How a person signed up: in which form, with which text, and from which source. */
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
export type ExportedLead = ListedLead & Partial<SignUpOrigins>;

/** All leads with the origins of their sign-ups, page by page. */
export async function* exportedPages(database: Database): AsyncGenerator<ExportedLead[]> {
  for await (const leads of pages((lastId) => leadsAfter(database, lastId))) {
    const keys = leads.map(({ email_key }) => email_key);
    const origins = await originsOf(database, keys);
    yield leads.map((lead) => ({ ...lead, ...origins.get(lead.email_key) }));
  }
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

/** A person as the search returns them; `phone` is null when the number could not be read. */
export type SearchedPerson = Lead & { phone: string | null };
export type FoundPeople = { count: number; people: SearchedPerson[] };

/**
 * Finds the people for whom `fits` is true, and returns how many they are and the first of them. Every lead is read,
 * because no index finds parts of names; 30,000 leads take a fraction of a second.
 */
export async function searchPeople(
  database: Database,
  fits: (person: SearchedPerson) => boolean,
  maxPeople: number,
): Promise<FoundPeople> {
  const found = new Set<string>();
  const people: SearchedPerson[] = [];
  for (const source of [searchedAfter, heldAfter]) {
    for await (const page of pages((lastId) => source(database, lastId))) {
      for (const { id, email_key, ...person } of page) {
        if (found.has(email_key) || !fits(person)) continue;
        found.add(email_key);
        if (people.length < maxPeople) people.push(person);
      }
    }
  }
  return { count: found.size, people };
}

const searchPageSize = 5_000;

function searchedAfter(database: Database, lastId: number) {
  return database
    .selectFrom("leads")
    .select(["id", "email_key", ...leadFields, "phone"])
    .where("id", ">", lastId)
    .orderBy("id")
    .limit(searchPageSize)
    .execute();
}

/** Held sign-ups are searched too, because a person whose only sign-up is held back has no lead. */
async function heldAfter(database: Database, lastId: number) {
  const rows = await database
    .selectFrom("submissions")
    .select(["id", "email_key", ...leadFields])
    .where("id", ">", lastId)
    .where(heldInQuery)
    .orderBy("id")
    .limit(searchPageSize)
    .execute();
  return rows.map((row) => ({ ...row, phone: null }));
}

export type Person = Awaited<ReturnType<typeof findPerson>>;

/** Everything that is stored about the person with this e-mail. */
export async function findPerson(database: Database, email: string) {
  const key = emailKey(email);
  const code = personOf(await readLinkKey(database), key);
  const [lead, places, entry, submissions, erased, removal] = await Promise.all([
    database.selectFrom("leads").selectAll().where("email_key", "=", key).executeTakeFirst(),
    database
      .selectFrom("group_places")
      .select(["group_id", "full_at"])
      .where("person", "=", code)
      .execute(),
    database
      .selectFrom("entries")
      .select(["at as entered_at", "tag_due_at"])
      .where("person", "=", code)
      .executeTakeFirst(),
    findSubmissions(database, key),
    erasedSince(database, [key]),
    findRemoval(database, key),
  ]);
  const delivery = lead && (await findDelivery(database, lead.id));
  const importedWith = delivery && (await findImport(database, delivery.import_id));
  const erasedAt = erased.get(key);
  return { lead, delivery, importedWith, places, entry, submissions, erasedAt, removal };
}

function findDelivery(database: Database, leadId: number) {
  return database
    .selectFrom("deliveries")
    .selectAll()
    .where("lead_id", "=", leadId)
    .executeTakeFirst();
}

function findImport(database: Database, id: number | null) {
  return database
    .selectFrom("imports")
    .select(["batch", "sent_at"])
    .where("id", "=", id ?? 0)
    .executeTakeFirst();
}

/**
 * A person's submissions are found with two queries, because underived and derived submissions have different indexes.
 */
async function findSubmissions(database: Database, key: string) {
  const halves = (["is", "is not"] as const).map((derived) =>
    database
      .selectFrom("submissions")
      .selectAll()
      .where("email_key", "=", key)
      .where("derived_at", derived, null)
      .execute(),
  );
  const all = await Promise.all(halves);
  return all.flat().sort((one, other) => one.id - other.id);
}
