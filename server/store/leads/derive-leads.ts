import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { messages } from "#content/messages.ts";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { addKept } from "#server/store/counts.ts";
import { makeDue } from "#server/store/deliveries/deliveries.ts";
import type { Database, Writing } from "#server/store/row-types.ts";
import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";
import { isConsent } from "#server/store/submissions/submissions.ts";

/**
 * How many submissions a batch has: few enough that a sign-up never waits long, because SQLite has only one writer at a
 * time.
 */
const batchSize = 100;

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
    .select(["id", "whatsapp"])
    .where("derived_at", "is", null)
    .where(notHeldInQuery)
    .orderBy("id")
    .limit(batchSize)
    .execute();
  if (found.length === 0) return { derived: 0, isFull: false };
  // The phone numbers are read before the transaction, so that other processes can write meanwhile.
  const phones = await readPhones(found);
  const derived = await database.transaction().execute(async (writing) => {
    const signUps = await takeUnderived(writing, phones, now);
    if (signUps.length === 0) return 0;
    const ids = await upsertLeads(writing, signUps);
    const known = await findKnown(writing, ids);
    await makeDue(writing, ids.values(), now);
    const kept = signUps.map((signUp) => {
      const isFirst = !known.has(signUp.emailKey);
      known.add(signUp.emailKey);
      return { ...signUp, isFirst };
    });
    await addKept(writing, kept);
    return signUps.length;
  });
  return { derived, isFull: found.length === batchSize };
}

type Phones = ReadonlyMap<number, string | undefined>;

/**
 * How long phone numbers are read before sign-ups are answered again: time for about a hundred ordinary numbers. The
 * hardest number that a visitor can send takes 0.2 ms.
 */
const readingSliceMs = 1;

async function readPhones(found: readonly { id: number; whatsapp: string }[]): Promise<Phones> {
  const phones = new Map<number, string | undefined>();
  let sliceEndsAt = performance.now() + readingSliceMs;
  for (const { id, whatsapp } of found) {
    phones.set(id, readWhatsapp(whatsapp));
    if (performance.now() < sliceEndsAt) continue;
    await nextTurn();
    sliceEndsAt = performance.now() + readingSliceMs;
  }
  return phones;
}

/**
 * Marks these submissions as derived, and returns those that were not derived before. A second process that derives
 * them waits until this transaction ends.
 */
async function takeUnderived(writing: Writing, phones: Phones, now: number) {
  const taken = await writing
    .updateTable("submissions")
    .set({ derived_at: now })
    .where("derived_at", "is", null)
    .where("id", "in", [...phones.keys()])
    .returning(["id", ...leadFields, "email_key", "received_at", "surface", "wording", "source"])
    .execute();
  return taken
    .sort((one, other) => one.id - other.id)
    .map(({ id, email_key, received_at, surface, wording, ...lead }) => ({
      ...lead,
      surface,
      emailKey: email_key,
      phone: phones.get(id),
      receivedAt: received_at,
      consented: isConsent({ surface, wording }),
      wantsNext: messages.wordings.forNext.some((name) => name === wording),
    }));
}

export type LeadUpdate = Lead & {
  emailKey: string;
  phone: string | undefined;
  receivedAt: number;
  consented: boolean;
  wantsNext: boolean;
};

/**
 * Adds or updates one lead for each person, and returns the ids of the leads by e-mail key. Each field
 * keeps its newest value that is not empty, whatever the order of the updates.
 */
export async function upsertLeads(
  writing: Writing,
  updates: readonly LeadUpdate[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const batch of batchesWithoutDuplicates(updates)) {
    const written = await upsertion(writing, batch.map(toRow)).execute();
    for (const { id, email_key } of written) ids.set(email_key, id);
  }
  return ids;
}

/**
 * Splits the updates so that no statement writes the same person twice: the second update of a person goes into the
 * second batch.
 */
function batchesWithoutDuplicates(updates: readonly LeadUpdate[]): LeadUpdate[][] {
  const batches: LeadUpdate[][] = [];
  const seen = new Map<string, number>();
  for (const update of updates) {
    const batch = seen.get(update.emailKey) ?? 0;
    seen.set(update.emailKey, batch + 1);
    batches[batch] = [...(batches[batch] ?? []), update];
  }
  return batches;
}

function toRow(update: LeadUpdate) {
  return {
    email_key: update.emailKey,
    ...eachField((field) => update[field]),
    phone: update.phone ?? null,
    created_at: update.receivedAt,
    updated_at: update.receivedAt,
    consented_at: update.consented ? update.receivedAt : null,
    wants_next: update.wantsNext ? 1 : 0,
  };
}

function upsertion(writing: Writing, rows: ReturnType<typeof toRow>[]) {
  return writing
    .insertInto("leads")
    .values(rows)
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
    .returning(["id", "email_key"]);
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
async function findKnown(writing: Writing, ids: ReadonlyMap<string, number>) {
  const rows = await writing
    .selectFrom("deliveries")
    .select("lead_id")
    .where("lead_id", "in", [...ids.values()])
    .execute();
  const known = new Set(rows.map(({ lead_id }) => lead_id));
  return new Set([...ids].filter(([, id]) => known.has(id)).map(([key]) => key));
}
