import { insertPrepared } from "#server/store/connection/prepared-inserts.ts";
import type { Database, DeliveryState, Writing } from "#server/store/tables.ts";
import type { Claim } from "./claims.ts";

/** The mark on a delivery whose contact had unsubscribed from the list and was not subscribed again. */
export const hadUnsubscribed = "had-unsubscribed";

/** What is stored about one try to deliver a lead. */
export type DeliveryRecord = {
  state: DeliveryState;
  attempts: number;
  refusals?: number;
  dueAt: number | null;
  lastOutcome: string;
  contactId?: string;
  /** True when this lead is from now on sent individually, not with an import. */
  individually?: true;
};

/** Makes the deliveries of these leads due now, whatever state they were in. */
export async function makeDue(
  writing: Writing,
  leadIds: Iterable<number>,
  now: number,
): Promise<void> {
  const rows = [...leadIds].map((leadId) => dueRow(leadId, now));
  if (rows.length === 0) return;
  await insertPrepared(writing, "deliveries", { rows, build: () => dueInsertion(writing, rows) });
}

function dueRow(leadId: number, now: number) {
  return {
    lead_id: leadId,
    state: "due",
    attempts: 0,
    refusals: 0,
    due_at: now,
    updated_at: now,
  } as const;
}

function dueInsertion(writing: Writing, rows: ReturnType<typeof dueRow>[]) {
  return writing
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("lead_id").doUpdateSet((query) => ({
        state: query.ref("excluded.state"),
        attempts: query.ref("excluded.attempts"),
        refusals: query.ref("excluded.refusals"),
        due_at: query.ref("excluded.due_at"),
        updated_at: query.ref("excluded.updated_at"),
      })),
    );
}

/**
 * Stores the outcome of a try, but only while its claim holds. The claim ends when its time runs out, or when the
 * person signs up again and the delivery is therefore due again.
 */
export async function recordDelivery(
  database: Database,
  claim: Claim,
  record: DeliveryRecord,
  now: number,
): Promise<void> {
  await database
    .updateTable("deliveries")
    .set({
      state: record.state,
      attempts: record.attempts,
      due_at: record.dueAt,
      last_outcome: record.lastOutcome,
      updated_at: now,
      ...(record.contactId === undefined ? {} : { contact_id: record.contactId }),
      ...(record.refusals === undefined ? {} : { refusals: record.refusals }),
      ...(record.individually ? { individually: 1 } : {}),
    })
    .where("lead_id", "=", claim.leadId)
    .where("state", "=", "sending")
    .where("due_at", "=", claim.until)
    .execute();
}

/** How many deliveries are in each state. */
export function countDeliveries(database: Database) {
  return database
    .selectFrom("deliveries")
    .select((query) => ["state", query.fn.countAll<number>().as("count")])
    .groupBy("state")
    .orderBy("state")
    .execute();
}
