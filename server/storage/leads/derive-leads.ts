import { setImmediate as nextTurn } from "node:timers/promises";
import { messages } from "#content/messages.ts";
import { leadFields } from "#lead/contract.ts";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { makeDue } from "#server/storage/deliveries/deliveries.ts";
import { dateErasuresBefore } from "#server/storage/erasure/erasures.ts";
import { notHeldInQuery } from "#server/storage/submissions/held-submissions.ts";
import { isConsent } from "#server/storage/submissions/submissions.ts";
import type { Database, Writing } from "#server/storage/tables.ts";
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
    await dateErasuresBefore(writing, updates);
    await makeDue(writing, await upsertLeads(writing, updates), now);
    return updates.length;
  });
}

/**
 * Marks these submissions as derived, and returns those that were not derived before. A second process that derives
 * them waits until this transaction ends.
 */
export async function takeUnderived(
  writing: Writing,
  phones: Phones,
  now: number,
): Promise<LeadUpdate[]> {
  if (phones.size === 0) return [];
  const taken = await writing
    .updateTable("submissions")
    .set({ derived_at: now })
    .where("derived_at", "is", null)
    .where("id", "in", [...phones.keys()])
    .returning(["id", ...leadFields, "email_key", "received_at", "surface", "wording"])
    .execute();
  return taken
    .sort((one, other) => one.id - other.id)
    .map(({ id, email_key, received_at, surface, wording, ...lead }) => ({
      ...lead,
      emailKey: email_key,
      phone: phones.get(id),
      receivedAt: received_at,
      consented: isConsent({ surface, wording }),
      wantsNext: messages.wordings.forNext.some((name) => name === wording),
    }));
}
