import { setImmediate as nextTurn } from "node:timers/promises";
import { messages } from "#content/messages.ts";
import { leadFields } from "#lead/contract.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { addCountsIn } from "#server/store/counts/add-counts.ts";
import { countsOfKept, type KeptSignUp } from "#server/store/counts/kept-sign-ups.ts";
import { makeDue } from "#server/store/deliveries/deliveries.ts";
import { notHeldInQuery } from "#server/store/submissions/held-submissions.ts";
import { isConsent } from "#server/store/submissions/submissions.ts";
import type { Database, Writing } from "#server/store/tables.ts";
import { type LeadUpdate, upsertLeads } from "./leads.ts";

/**
 * How many submissions a batch has: few enough that a sign-up never waits long, because SQLite has only one writer at a
 * time.
 */
const batchSize = 100;

/**
 * How long phone numbers are read before sign-ups are answered again: time for about a hundred ordinary numbers. The
 * hardest number that a visitor can send takes 0.2 ms.
 */
const readingSliceMs = 1;

/**
 * Derives leads and deliveries from the new submissions, and returns how many submissions there were; a batch that a
 * crash interrupts is derived again as a whole. After each full batch it calls `goOn` with the time that the batch
 * took: `goOn` may wait, so that sign-ups come first, and resolves to false to stop.
 */
export async function deriveLeads(
  database: Database,
  now: number,
  goOn: (workedMs: number) => Promise<boolean> = () => Promise.resolve(true),
): Promise<number> {
  let derived = 0;
  for (;;) {
    const startedAt = performance.now();
    const found = await findUnderived(database, batchSize);
    if (found.length > 0) derived += await deriveBatch(database, await readPhones(found), now);
    if (found.length < batchSize || !(await goOn(performance.now() - startedAt))) return derived;
  }
}

/**
 * Finds the oldest submissions that can be derived, with their phone numbers as they were sent. The numbers are read
 * before the submissions are marked as derived.
 */
export function findUnderived(database: Database, limit: number) {
  return database
    .selectFrom("submissions")
    .select(["id", "whatsapp"])
    .where("derived_at", "is", null)
    .where(notHeldInQuery)
    .orderBy("id")
    .limit(limit)
    .execute();
}

type Phones = ReadonlyMap<number, string | undefined>;

/**
 * Reads the phone numbers a few at a time, so that sign-ups are answered in between. This happens before the
 * transaction, so that other processes can write.
 */
async function readPhones(found: Awaited<ReturnType<typeof findUnderived>>): Promise<Phones> {
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

function deriveBatch(database: Database, phones: Phones, now: number): Promise<number> {
  return database.transaction().execute(async (writing) => {
    const updates = await takeUnderived(writing, phones, now);
    if (updates.length === 0) return 0;
    const ids = await upsertLeads(writing, updates);
    const isFirst = await findFirstSignUps(writing, ids);
    await makeDue(writing, ids.values(), now);
    await addCountsIn(writing, countsOfKept(updates.map(isFirst)));
    return updates.length;
  });
}

type Taken = LeadUpdate & Omit<KeptSignUp, "isFirst">;

/**
 * Marks these submissions as derived, and returns those that were not derived before. A second process that derives
 * them waits until this transaction ends.
 */
export async function takeUnderived(
  writing: Writing,
  phones: Phones,
  now: number,
): Promise<Taken[]> {
  if (phones.size === 0) return [];
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

/**
 * Finds out which of these sign-ups are the first ones of their persons: of those whose lead has no delivery yet, the
 * first sign-up of each. Another process that derives the same person waits, because the lead is locked.
 */
async function findFirstSignUps(writing: Writing, ids: ReadonlyMap<string, number>) {
  const known = await writing
    .selectFrom("deliveries")
    .select("lead_id")
    .where("lead_id", "in", [...ids.values()])
    .execute();
  const seen = new Set(known.map(({ lead_id }) => lead_id));
  return (taken: Taken): KeptSignUp => {
    const id = ids.get(taken.emailKey) ?? 0;
    const isFirst = !seen.has(id);
    seen.add(id);
    return { ...taken, isFirst };
  };
}
