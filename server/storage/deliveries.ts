import { insertPrepared } from "./prepared-rows.ts";
import type { Database, DeliveryState, Writing } from "./tables.ts";

/** A delivery that is ours until `until`; what happens to it later is somebody else's. */
export type Claim = {
  leadId: number;
  attempts: number;
  until: number;
  lead: { name: string; email: string; phone: string | null };
};

export type DeliveryRecord = {
  state: DeliveryState;
  attempts: number;
  dueAt: number | null;
  lastOutcome: string;
  contactId?: string;
};

/** Longer than the slowest delivery; after it, one whose courier died may be taken again. */
const claimMs = 2 * 60_000;

/** Whatever was done for these leads, there is something new to do. */
export async function makeDue(
  writing: Writing,
  leadIds: Iterable<number>,
  now: number,
): Promise<void> {
  const rows = [...leadIds].map((leadId) => dueRow(leadId, now));
  if (rows.length === 0) return;
  await insertPrepared(writing, "deliveries", { rows, build: () => dueInsertion(writing, rows) });
}

export async function claimDue(database: Database, now: number): Promise<Claim | undefined> {
  const until = now + claimMs;
  const claimed = await markSending(database, now, until);
  if (claimed === undefined) return undefined;
  const lead = await database
    .selectFrom("leads")
    .select(["name", "email", "phone"])
    .where("id", "=", claimed.lead_id)
    .executeTakeFirstOrThrow();
  return { leadId: claimed.lead_id, attempts: claimed.attempts, until, lead };
}

/** Writes nothing when the delivery is no longer ours: the lead signed up again, and is due again, or the claim ran out. */
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
    })
    .where("lead_id", "=", claim.leadId)
    .where("state", "=", "sending")
    .where("due_at", "=", claim.until)
    .execute();
}

function markSending(database: Database, now: number, until: number) {
  return database
    .updateTable("deliveries")
    .set({ state: "sending", due_at: until, updated_at: now })
    .where("due_at", "<=", now)
    .where("lead_id", "=", (query) =>
      query
        .selectFrom("deliveries")
        .select("lead_id")
        .where("due_at", "<=", now)
        .orderBy("due_at")
        .orderBy("lead_id")
        .limit(1),
    )
    .returning(["lead_id", "attempts"])
    .executeTakeFirst();
}

function dueRow(leadId: number, now: number) {
  return { lead_id: leadId, state: "due", attempts: 0, due_at: now, updated_at: now } as const;
}

function dueInsertion(writing: Writing, rows: ReturnType<typeof dueRow>[]) {
  return writing
    .insertInto("deliveries")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("lead_id").doUpdateSet((query) => ({
        state: query.ref("excluded.state"),
        attempts: query.ref("excluded.attempts"),
        due_at: query.ref("excluded.due_at"),
        updated_at: query.ref("excluded.updated_at"),
      })),
    );
}
