import { setImmediate as nextTurn } from "node:timers/promises";
import { readWhatsapp } from "#lead/whatsapp.ts";
import { makeDue } from "#server/storage/deliveries/deliveries.ts";
import { liftErasures } from "#server/storage/erasure/erasures.ts";
import {
  findUnderived,
  takeUnderived,
  type UnderivedCount,
} from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { upsertLeads } from "./leads.ts";

/** LeadRequest after every full batch, with how long it took: a place to rest, or to stop. */
export type GoOn = (workedMs: number) => Promise<boolean>;

/** Small enough that a sign-up never waits long for the one writer of SQLite. */
const batchSize = 100;

/** Time for about a hundred ordinary numbers. The hardest number that a visitor can send takes 0.2 ms. */
const readingSliceMs = 1;

/**
 * Derives leads and deliveries from the submissions that aren't settled yet; says how many there were.
 * All of a batch or nothing of it: after a crash it is simply done again.
 */
export async function deriveLeads(
  database: Database,
  now: number,
  goOn: GoOn = () => Promise.resolve(true),
): Promise<number> {
  let settled = 0;
  for (;;) {
    const startedAt = performance.now();
    const found = await findUnderived(database, batchSize);
    if (found.length > 0) settled += await settleBatch(database, await readPhones(found), now);
    if (found.length < batchSize || !(await goOn(performance.now() - startedAt))) return settled;
  }
}

type Phones = ReadonlyMap<number, string | undefined>;

/** Reads the numbers a few at a time and before the transaction, so that sign-ups are answered and other processes can write. */
async function readPhones(found: readonly UnderivedCount[]): Promise<Phones> {
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

function settleBatch(database: Database, phones: Phones, now: number): Promise<number> {
  return database.transaction().execute(async (writing) => {
    const submissions = await takeUnderived(writing, { now, ids: [...phones.keys()] });
    await liftErasures(writing, submissions);
    const updates = submissions.map((one) => ({ ...one, phone: phones.get(one.id) }));
    await makeDue(writing, await upsertLeads(writing, updates), now);
    return submissions.length;
  });
}
