import { readWhatsapp } from "#lead/whatsapp.ts";
import { makeDue } from "./deliveries.ts";
import { dropErased } from "./drop-erased.ts";
import { upsertLeads } from "./leads.ts";
import { takeUnsettled } from "./submissions.ts";
import type { Database } from "./tables.ts";

/** Asked after every full batch, with how long it took: a place to rest, or to stop. */
export type GoOn = (workedMs: number) => Promise<boolean>;

/** Small enough that a sign-up never waits long for the one writer of SQLite. */
const batchSize = 100;

/**
 * Derives leads and deliveries from the submissions that aren't settled yet; says how many there were.
 * All of a batch or nothing of it: after a crash it is simply done again.
 */
export async function settleSubmissions(
  database: Database,
  now: number,
  goOn: GoOn = () => Promise.resolve(true),
): Promise<number> {
  let settled = 0;
  for (;;) {
    const startedAt = performance.now();
    const batch = await settleBatch(database, now);
    settled += batch;
    if (batch < batchSize || !(await goOn(performance.now() - startedAt))) return settled;
  }
}

function settleBatch(database: Database, now: number): Promise<number> {
  return database.transaction().execute(async (writing) => {
    const submissions = await takeUnsettled(writing, { now, limit: batchSize });
    const welcome = await dropErased(writing, submissions);
    const updates = welcome.map((one) => ({ ...one, phone: readWhatsapp(one.whatsapp) }));
    await makeDue(writing, await upsertLeads(writing, updates), now);
    return submissions.length;
  });
}
