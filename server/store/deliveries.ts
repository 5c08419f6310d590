import { sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import { linkKey } from "./pass.ts";
import type { Database, Tables, Writing } from "./schema.ts";

/**
 * This text in a delivery's outcome says that the contact had unsubscribed from the list and was not subscribed again.
 */
export const hadUnsubscribed = "had-unsubscribed";

/** Makes the deliveries of these leads due now, whatever their state was. */
export async function makeDue(
  writing: Writing,
  leadIds: Iterable<number>,
  now: number,
): Promise<void> {
  const rows = [...leadIds].map((id) => sql`(${id}, 'due', 0, 0, ${now}, ${now})`);
  if (rows.length === 0) return;
  await sql`
    insert into deliveries (lead_id, state, attempts, refusals, due_at, updated_at)
    values ${sql.join(rows)}
    on conflict (lead_id) do update set state = excluded.state, attempts = excluded.attempts,
      refusals = excluded.refusals, due_at = excluded.due_at, updated_at = excluded.updated_at
  `.execute(writing);
}

/**
 * A delivery that this courier has claimed, and may send until the time in `until`. An outcome that is reported after
 * this time is ignored.
 */
export type Claim = {
  leadId: number;
  attempts: number;
  refusals: number;
  until: number;
  lead: ClaimedLead;
};

export type ClaimedLead = Lead & {
  phone: string | null;
  wantsNext: number;
  /** The code in the person's pass, and the key that signs the pass. */
  person: string;
  linkKey: string;
  /** When the person's newest sign-up was received. */
  signedUpAt: number;
  /** The sources of the visits of the first and of the newest sign-up, as JSON. */
  firstSource: string | null;
  lastSource: string | null;
  /** The name of the text that the person read or agreed to at the newest sign-up. */
  wording: string | null;
};

/**
 * How long a claim is valid: longer than nearly every delivery takes. A slower delivery is made twice, which does no
 * harm.
 */
export const claimMs = 2 * 60_000;

export type Which = {
  /** True for only those leads that must be sent without an import. */
  individually: boolean;
  /** True for the newest lead first, to test a failing account: the newest lead was hardly refused before. */
  newestFirst: boolean;
};

/**
 * Claims the next due delivery. Deliveries that were never tried are claimed first, so that a new lead does not wait
 * behind deliveries that fail. The lead is read after the claim: each later change of the lead makes its delivery due
 * again.
 */
export async function claimNext(
  database: Database,
  now: number,
  { individually, newestFirst }: Which = { individually: false, newestFirst: false },
): Promise<Claim | undefined> {
  const until = now + claimMs;
  const order = sql.raw(newestFirst ? "desc" : "asc");
  const kind = individually ? sql`and individually is not null` : sql``;
  const first = (tried: string) => sql`(
    select lead_id ${claimable(now)} ${kind} ${sql.raw(tried)}
    order by due_at ${order}, lead_id ${order} limit 1)`;
  // The update checks the due time again: in Postgres, another courier may have claimed the delivery after it was
  // found.
  const { rows } = await sql<{ leadId: number; attempts: number; refusals: number }>`
    update deliveries set state = 'sending', due_at = ${until}, updated_at = ${now}
    where lead_id = coalesce(${first("and attempts = 0")}, ${first("")}) and due_at <= ${now}
    returning lead_id as "leadId", attempts, refusals`.execute(database);
  const [claimed] = rows;
  if (claimed === undefined) return undefined;
  const [lead] = await claimedLeads(database, [claimed.leadId]);
  return lead && { ...claimed, until, lead };
}

/**
 * The due deliveries, without those of people for whom an older removal or import is still open: the removal would
 * remove the new contact too, and the import could write older values over the new ones.
 */
function claimable(now: number) {
  return sql`
    from deliveries join leads on leads.id = deliveries.lead_id
    where due_at <= ${now}
      and not exists (select 1 from removals where removals.email_key = leads.email_key)
      and not exists (
        select 1 from imports where imports.id = deliveries.import_id and check_at is not null
      )`;
}

function claimedLeads(database: Database, leadIds: readonly number[]) {
  return database
    .selectFrom("leads")
    .select(["id", ...leadFields, "phone", "wants_next as wantsNext", "person"])
    .select(["updated_at as signedUpAt", linkKey.as("linkKey")])
    .select(ofSignUp("source", "asc").as("firstSource"))
    .select(ofSignUp("source", "desc").as("lastSource"))
    .select(ofSignUp("wording", "desc").as("wording"))
    .where("id", "in", leadIds)
    .orderBy("id")
    .execute();
}

/** A column of the person's first or newest sign-up; null once the sign-ups are no longer kept. */
function ofSignUp(column: "source" | "wording", direction: "asc" | "desc") {
  const order = sql.raw(direction);
  return sql<string | null>`(
    select ${sql.ref(column)} from submissions
    where submissions.email_key = leads.email_key and derived_at is not null
    order by received_at ${order}, submissions.id ${order} limit 1)`;
}

/**
 * Stores the outcome of a delivery, but only while its claim is valid. The claim ends when its time runs out, or when
 * the person signs up again and the delivery is therefore due again.
 */
export async function recordDelivery(
  database: Database,
  { leadId, until }: Claim,
  row: Partial<Tables["deliveries"]>,
  now: number,
): Promise<void> {
  await database
    .updateTable("deliveries")
    .set({ ...row, updated_at: now })
    .where("lead_id", "=", leadId)
    .where("state", "=", "sending")
    .where("due_at", "=", until)
    .execute();
}

/**
 * Makes all claimed deliveries due again: they were claimed by a courier that has ended. Call this only as the holder
 * of the lease, because no other process claims then.
 */
export async function releaseClaims(writing: Writing, now: number): Promise<void> {
  await sql`
    update deliveries set state = 'due', due_at = ${now}, updated_at = ${now}
    where state = 'sending' or (
      state = 'importing' and import_id in (select id from imports where batch is null)
    )`.execute(writing);
}

/** Leads that are claimed to be sent to ActiveCampaign together. */
export type Import = { id: number; leads: ImportedLead[] };
export type ImportedLead = ClaimedLead & { id: number };

/** ActiveCampaign's limit for the number of leads in one import. */
const maxImportSize = 250;

/** How many of the newest leads are sent with each import, so that a new lead does not wait behind a backlog. */
const newestInImport = 50;

/** The due deliveries that may be sent in an import. */
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

/**
 * Records that ActiveCampaign has accepted an import, and the import's name there. The courier asks for the result
 * later.
 */
export async function queueImport(
  database: Database,
  id: number,
  batch: string,
  { size, checkAt }: { size: number; checkAt: number },
): Promise<void> {
  const queued = { batch, size, check_at: checkAt };
  await database.updateTable("imports").set(queued).where("id", "=", id).execute();
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

/**
 * All leads of this import, except erased people. Leads that signed up again after the import was sent are included.
 */
export function leadsOfImport(database: Database, id: number) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["lead_id as leadId", "leads.email"])
    .where("import_id", "=", id)
    .execute();
}

/** After this many tries with imports, a lead is sent individually. */
const maxImportTries = 5;

/**
 * How leads leave an import: they are due at once, but are claimed only when this import is closed, because it could
 * still write older values. `alone`: the lead is sent individually from now on, and a try is counted. `again`: a try is
 * counted, and the lead goes with the next import unless it was tried too often. `untried`: no try is counted.
 */
export type Leaving = {
  leadIds: readonly number[];
  now: number;
  how: "alone" | "again" | "untried";
  lastOutcome: string | null;
};

export async function leaveImport(
  database: Database,
  id: number,
  { leadIds, now, how, lastOutcome }: Leaving,
): Promise<void> {
  if (leadIds.length === 0) return;
  const tries = how === "untried" ? 0 : 1;
  const aloneAfter = { alone: 1, again: maxImportTries, untried: Number.MAX_SAFE_INTEGER }[how];
  await sql`
    update deliveries
    set state = 'due', due_at = ${now}, updated_at = ${now}, last_outcome = ${lastOutcome},
      attempts = attempts + ${tries},
      individually = case when attempts + ${tries} >= ${aloneAfter} then 1 else individually end
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

/** A person who entered the class, and whose contact is to get the tag of those who entered. */
export type DueEntry = { person: string; at: number; email: string; contactId: string | null };

/**
 * Finds the entry into the class whose tag has been due for the longest time. An entry whose lead is not derived or not
 * delivered yet is skipped, so that no other entry waits for it.
 */
export async function dueEntry(database: Database, now: number): Promise<DueEntry | undefined> {
  const { rows } = await sql<DueEntry>`
    select entries.person, entries.at, leads.email, contact_id as "contactId" from entries
    join leads on leads.person = entries.person
    join deliveries on deliveries.lead_id = leads.id
    where tag_due_at <= ${now} and (state = 'delivered' or contact_id is not null)
    order by tag_due_at limit 1`.execute(database);
  return rows[0];
}

/** `dueAt`: when to try again to give the tag; null if there is nothing more to do. */
export async function setTagDue(
  database: Database,
  { person }: DueEntry,
  dueAt: number | null,
): Promise<void> {
  await sql`update entries set tag_due_at = ${dueAt} where person = ${person}`.execute(database);
}
