import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import type { Database } from "#server/store/row-types.ts";

/**
 * Leaves the courier nothing to do in a copy of the store, and ends pauses and waits: a rehearsal sends only the people
 * who sign up in it.
 */
export async function emptyQueue(copy: Database, now: number): Promise<void> {
  await deriveLeads(copy, now);
  await copy
    .updateTable("deliveries")
    .set({ state: "parked", due_at: null })
    .where("state", "<>", "delivered")
    .execute();
  await copy.updateTable("removals").set({ due_at: null }).execute();
  await copy.updateTable("imports").set({ check_at: null }).execute();
  await copy
    .updateTable("courier")
    .set({ expires_at: 0, back_off_until: 0, trips: 0, tripped_at: null, paused_at: null })
    .set({ tripped_reason: null, probe_at: null })
    .execute();
  // In a rehearsal no copies are made, so none is late.
  await copy.deleteFrom("copies").execute();
}
