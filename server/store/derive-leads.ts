import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { messages } from "#content/messages.ts";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { eachField } from "#lead/lead.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { addKept } from "./counts.ts";
import { makeDue } from "./deliveries.ts";
import { linkKey, personOf } from "./pass.ts";
import type { Database, Writing } from "./schema.ts";
import { isConsent, notHeldInQuery } from "./submissions.ts";

/**
 * How many submissions a batch has: few, because SQLite has only one writer at a time, and sign-ups wait until a batch
 * ends.
 */
const batchSize = 25;

/** Derives leads and deliveries from all new submissions, and returns how many submissions there were. */
export async function deriveLeads(database: Database, now: number): Promise<number> {
  let derived = 0;
  for (;;) {
    const batch = await deriveBatch(database, now);
    derived += batch.derived;
    if (!batch.isFull) return derived;
  }
}

/**
 * Derives leads and deliveries from the oldest new submissions. A batch that a crash interrupts is derived again as a
 * whole. `isFull`: there may be more submissions.
 */
export async function deriveBatch(
  database: Database,
  now: number,
): Promise<{ derived: number; isFull: boolean }> {
  const found = await database
    .selectFrom("submissions")
    .select(["id", "whatsapp", linkKey.as("linkKey")])
    .where("derived_at", "is", null)
    .where(notHeldInQuery)
    .orderBy("id")
    .limit(batchSize)
    .execute();
  const [first] = found;
  if (first === undefined) return { derived: 0, isFull: false };
  // The phone numbers are read before the transaction, so that other processes can write meanwhile.
  const phones = await readPhones(found);
  const derived = await database.transaction().execute(async (writing) => {
    const signUps = await takeUnderived(writing, [...phones.keys()], now);
    if (signUps.length === 0) return 0;
    const leads = signUps.map((signUp) => leadOf(signUp, first.linkKey, phones.get(signUp.id)));
    const ids = await upsertLeads(writing, leads);
    const known = await findKnown(writing, ids);
    await makeDue(writing, ids, now);
    const kept = signUps.map(({ email_key, received_at: receivedAt, surface, source }) => {
      const isFirst = !known.has(email_key);
      known.add(email_key);
      return { receivedAt, surface, source, n: 1, people: Number(isFirst) };
    });
    await addKept(writing, kept);
    return signUps.length;
  });
  return { derived, isFull: found.length === batchSize };
}

type Phones = ReadonlyMap<number, string | undefined>;

/**
 * How many phone numbers are read before sign-ups are answered again: the hardest number that a visitor can send takes
 * 0.2 ms.
 */
const readAtOnce = 10;

async function readPhones(found: readonly { id: number; whatsapp: string }[]): Promise<Phones> {
  const phones = new Map<number, string | undefined>();
  for (const { id, whatsapp } of found) {
    if (phones.size % readAtOnce === 0) await nextTurn();
    phones.set(id, readWhatsapp(whatsapp));
  }
  return phones;
}

/**
 * Marks these submissions as derived, and returns those that were not derived before. A second process that derives
 * them waits until this transaction ends.
 */
async function takeUnderived(writing: Writing, ids: readonly number[], now: number) {
  const taken = await writing
    .updateTable("submissions")
    .set({ derived_at: now })
    .where("derived_at", "is", null)
    .where("id", "in", ids)
    .returning(["id", ...leadFields, "email_key", "received_at", "surface", "wording", "source"])
    .execute();
  return taken.sort((one, other) => one.id - other.id);
}

type SignUp = Awaited<ReturnType<typeof takeUnderived>>[number];
type LeadRow = ReturnType<typeof leadOf>;

function leadOf(signUp: SignUp, linkKey: string, phone: string | undefined) {
  const { email_key, received_at, surface, wording } = signUp;
  const isForNext =
    surface === "operator-next" || messages.wordings.forNext.some((name) => name === wording);
  return {
    email_key,
    person: personOf(linkKey, email_key),
    ...eachField((field) => signUp[field]),
    phone: phone ?? null,
    created_at: received_at,
    updated_at: received_at,
    consented_at: isConsent(signUp) ? received_at : null,
    wants_next: Number(isForNext),
  };
}

/** Adds or updates one lead for each person, and returns their ids. */
async function upsertLeads(writing: Writing, leads: readonly LeadRow[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const batch of batchesWithoutDuplicates(leads))
    for (const { id } of await upsert(writing, batch).execute()) ids.add(id);
  return [...ids];
}

/** One statement must not write a person twice: the second lead of a person goes into the second batch. */
function batchesWithoutDuplicates(leads: readonly LeadRow[]): LeadRow[][] {
  const batches: LeadRow[][] = [];
  const seen = new Map<string, number>();
  for (const lead of leads) {
    const batch = seen.get(lead.email_key) ?? 0;
    seen.set(lead.email_key, batch + 1);
    batches[batch] = [...(batches[batch] ?? []), lead];
  }
  return batches;
}

/** Each field of a lead keeps its newest value that is not empty, whatever the order of the updates. */
function upsert(writing: Writing, leads: readonly LeadRow[]) {
  return writing
    .insertInto("leads")
    .values(leads)
    .onConflict((conflict) =>
      conflict.column("email_key").doUpdateSet({
        ...eachField(newestFilled),
        phone: newestFilled("phone"),
        created_at: sql<number>`case when excluded.created_at < leads.created_at then excluded.created_at else leads.created_at end`,
        updated_at: sql<number>`case when ${isNewer} then excluded.updated_at else leads.updated_at end`,
        consented_at: sql<number>`case when excluded.consented_at > coalesce(leads.consented_at, 0) then excluded.consented_at else leads.consented_at end`,
        wants_next: sql<number>`case when ${isNewer} then excluded.wants_next else leads.wants_next end`,
      }),
    )
    .returning("id");
}

const isNewer = sql<boolean>`excluded.updated_at >= leads.updated_at`;

function newestFilled(column: LeadField | "phone") {
  const added = sql.ref<string>(`excluded.${column}`);
  const stored = sql.ref<string>(`leads.${column}`);
  return sql<string>`case when ${isNewer}
    then coalesce(nullif(${added}, ''), ${stored})
    else coalesce(nullif(${stored}, ''), ${added}) end`;
}

/**
 * The e-mail keys of the people who had signed up before: their leads have a delivery already. Another process that
 * derives the same person waits, because the lead is locked.
 */
async function findKnown(writing: Writing, ids: readonly number[]): Promise<Set<string>> {
  const rows = await writing
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "lead_id")
    .select("email_key")
    .where("lead_id", "in", ids)
    .execute();
  return new Set(rows.map(({ email_key }) => email_key));
}
