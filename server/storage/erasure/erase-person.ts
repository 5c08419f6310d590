import type { Selectable } from "kysely";
import { emailKey } from "#lead/lead.ts";
import type { Database, Tables, Writing } from "#server/storage/tables.ts";
import { queueRemoval, rememberErasure } from "./erasures.ts";

export type Erased = { submissions: number; leads: number };

/** Removes somebody everywhere here, queues the removal at ActiveCampaign, and remembers it: all of it or nothing. */
export function erasePerson(database: Database, email: string, now: number): Promise<Erased> {
  const key = emailKey(email);
  return database.transaction().execute(async (writing) => {
    const { received, delivery } = await removePerson(writing, key, Number.MAX_SAFE_INTEGER);
    // The clock of the server that received it may be ahead of ours.
    const erasedAt = received.reduce((latest, time) => Math.max(latest, time), now);
    await rememberErasure(writing, key, erasedAt);
    await queueRemoval(writing, key, {
      email,
      contactId: delivery?.contact_id ?? null,
      queuedAt: now,
      dueAt: Math.max(now, endOfSending(delivery) ?? now),
      importId: delivery?.import_id ?? null,
    });
    return { submissions: received.length, leads: delivery === undefined ? 0 : 1 };
  });
}

type Delivery = Pick<Selectable<Tables["deliveries"]>, "state" | "due_at">;

/** What is on its way would arrive after its removal; for an import `claimRemoval` waits itself. */
function endOfSending(delivery: Delivery | undefined): number | null {
  return delivery?.state === "sending" ? delivery.due_at : null;
}

/**
 * Removes what was received until then, with the lead that followed from it. The tables are gone through
 * in the order of the bookkeeper, unsettled ones first: in Postgres it may be at work at the same time.
 */
export async function removePerson(writing: Writing, key: string, until: number) {
  const received = [
    ...(await deleteSubmissions(writing, { key, until, settled: "is" })),
    ...(await deleteSubmissions(writing, { key, until, settled: "is not" })),
  ];
  const delivery = await deleteLead(writing, key);
  await unsettle(writing, key);
  return { received, delivery };
}

async function deleteSubmissions(
  writing: Writing,
  { key, until, settled }: { key: string; until: number; settled: "is" | "is not" },
): Promise<number[]> {
  const deleted = await writing
    .deleteFrom("submissions")
    .where("email_key", "=", key)
    .where("derived_at", settled, null)
    .where("received_at", "<=", until)
    .returning("received_at")
    .execute();
  return deleted.map(({ received_at }) => received_at);
}

/** Every lead has a delivery: undefined means that there was no lead. */
async function deleteLead(writing: Writing, key: string) {
  const lead = await lockLead(writing, key);
  if (lead === undefined) return undefined;
  const delivery = await writing
    .deleteFrom("deliveries")
    .where("lead_id", "=", lead.id)
    .returning(["state", "due_at", "contact_id", "import_id"])
    .executeTakeFirst();
  await writing.deleteFrom("leads").where("id", "=", lead.id).execute();
  return delivery;
}

/** By writing what stands there: both engines know that, and only one `for update`. */
function lockLead(writing: Writing, key: string) {
  return writing
    .updateTable("leads")
    .set((query) => ({ updated_at: query.ref("updated_at") }))
    .where("email_key", "=", key)
    .returning("id")
    .executeTakeFirst();
}

/** What is left was received later: the lead is derived again, from that alone. */
async function unsettle(writing: Writing, key: string): Promise<void> {
  await writing
    .updateTable("submissions")
    .set({ derived_at: null })
    .where("email_key", "=", key)
    .where("derived_at", "is not", null)
    .execute();
}
