import { emailKey } from "#lead/lead.ts";
import { takeOutKept } from "#server/store/counts.ts";
import type { Database, Writing } from "#server/store/tables.ts";
import { rememberErasure } from "./erasures.ts";
import { queueRemoval } from "./removals.ts";

export type Erased = { submissions: number; leads: number };

/**
 * Deletes a person from the store, queues the removal at ActiveCampaign, and remembers the erasure, in one transaction.
 */
export function erasePerson(database: Database, email: string, now: number): Promise<Erased> {
  const key = emailKey(email);
  return database.transaction().execute(async (writing) => {
    const { received, delivery } = await deletePerson(writing, key, Number.MAX_SAFE_INTEGER);
    // The erasure must not be dated before a deleted submission: the clock of the server that received it may be ahead
    // of ours.
    const erasedAt = received.reduce((latest, time) => Math.max(latest, time), now);
    await rememberErasure(writing, key, erasedAt);
    // The removal waits for a delivery that is being sent, because this delivery would create the contact again after
    // the removal. For an import, `claimRemoval` waits.
    const sentBy = delivery?.state === "sending" ? delivery.due_at : null;
    await queueRemoval(writing, key, {
      email,
      contactId: delivery?.contact_id ?? null,
      queuedAt: now,
      dueAt: Math.max(now, sentBy ?? now),
      importId: delivery?.import_id ?? null,
    });
    return { submissions: received.length, leads: delivery === undefined ? 0 : 1 };
  });
}

/**
 * Deletes the person's lead, and the submissions received up to the time in `until`. It writes the tables in the same
 * order as `deriveLeads`, underived submissions first: with different orders, the two could wait for each other in
 * Postgres.
 */
export async function deletePerson(writing: Writing, key: string, until: number) {
  const underived = await deleteSubmissions(writing, { key, until, derived: "is" });
  const derived = await deleteSubmissions(writing, { key, until, derived: "is not" });
  const delivery = await deleteLead(writing, key);
  const counted = [...derived, ...(await deriveAgain(writing, key))].sort(
    (one, other) => one.id - other.id,
  );
  await takeOutKept(
    writing,
    counted.map((signUp, index) => ({ ...signUp, isFirst: index === 0 })),
  );
  const received = [...underived, ...derived].map(({ receivedAt }) => receivedAt);
  return { received, delivery };
}

const signUpColumns = ["id", "received_at as receivedAt", "surface", "source"] as const;

function deleteSubmissions(
  writing: Writing,
  { key, until, derived }: { key: string; until: number; derived: "is" | "is not" },
) {
  return writing
    .deleteFrom("submissions")
    .where("email_key", "=", key)
    .where("derived_at", derived, null)
    .where("received_at", "<=", until)
    .returning(signUpColumns)
    .execute();
}

/**
 * Returns the delivery of the deleted lead. Undefined means that there was no lead, because every lead has a delivery.
 */
async function deleteLead(writing: Writing, key: string) {
  const lead = await lockLeads(writing).where("email_key", "=", key).executeTakeFirst();
  if (lead === undefined) return undefined;
  const delivery = await writing
    .deleteFrom("deliveries")
    .where("lead_id", "=", lead.id)
    .returning(["state", "due_at", "contact_id", "import_id"])
    .executeTakeFirst();
  await writing.deleteFrom("leads").where("id", "=", lead.id).execute();
  return delivery;
}

/** Locks leads until the transaction ends, by writing a value that they have already: SQLite knows no `for update`. */
export function lockLeads(writing: Writing) {
  return writing
    .updateTable("leads")
    .set((query) => ({ updated_at: query.ref("updated_at") }))
    .returning("id");
}

/**
 * Marks the person's remaining submissions as underived. They were received after the erasure, so the lead is derived
 * again from these alone.
 */
function deriveAgain(writing: Writing, key: string) {
  return writing
    .updateTable("submissions")
    .set({ derived_at: null })
    .where("email_key", "=", key)
    .where("derived_at", "is not", null)
    .returning(signUpColumns)
    .execute();
}
