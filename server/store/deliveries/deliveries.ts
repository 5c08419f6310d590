import { type ExpressionBuilder, type RawBuilder, sql } from "kysely";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { Database, DeliveryState, Tables, Writing } from "#server/store/tables.ts";

/** The mark on a delivery whose contact had unsubscribed from the list and was not subscribed again. */
export const hadUnsubscribed = "had-unsubscribed";

/** Makes the deliveries of these leads due now, whatever state they were in. */
export async function makeDue(
  writing: Writing,
  leadIds: Iterable<number>,
  now: number,
): Promise<void> {
  const due = { state: "due", attempts: 0, refusals: 0, due_at: now, updated_at: now } as const;
  const rows = [...leadIds].map((lead_id) => ({ lead_id, ...due }));
  if (rows.length === 0) return;
  await writing
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
    )
    .execute();
}

/**
 * A delivery that this courier has claimed and may make until the time in `until`. An outcome that is reported after
 * this time is ignored.
 */
export type Claim = {
  leadId: number;
  attempts: number;
  refusals: number;
  until: number;
  lead: ClaimedLead;
};

export type ClaimedLead = Lead & { phone: string | null; wantsNext: number };

/** Longer than all but the slowest deliveries take. A slower delivery is made twice, which does no harm. */
export const claimMs = 2 * 60_000;

export type Which = {
  /** Only leads that must not travel with an import. */
  individually: boolean;
  /** The newest lead first, for a probe: it is hardly among those that were refused. */
  newestFirst: boolean;
};

/**
 * Claims the next due delivery. Deliveries that were never tried come first, so that a new lead does not wait behind
 * deliveries that fail. The lead is read after the claim: each later change of the lead makes its delivery due again.
 */
export async function claimNext(
  database: Database,
  now: number,
  { individually, newestFirst }: Which = { individually: false, newestFirst: false },
): Promise<Claim | undefined> {
  const until = now + claimMs;
  const order = newestFirst ? ("desc" as const) : ("asc" as const);
  const due = claimable(database, now)
    .$if(individually, (query) => query.where("individually", "is not", null))
    .orderBy("due_at", order)
    .orderBy("lead_id", order)
    .limit(1);
  const claimed = await database
    .updateTable("deliveries")
    .set({ state: "sending", due_at: until, updated_at: now })
    .where("lead_id", "=", sql<number>`coalesce(${due.where("attempts", "=", sql.lit(0))}, ${due})`)
    // In Postgres another courier may have claimed the delivery since it was found.
    .where("due_at", "<=", now)
    .returning(["lead_id as leadId", "attempts", "refusals"])
    .executeTakeFirst();
  if (claimed === undefined) return undefined;
  const [lead] = await claimedLeads(database, [claimed.leadId]);
  return lead && { ...claimed, until, lead };
}

/** The due deliveries, without those of people for whom an older import or removal is still open. */
export function claimable(database: Database, now: number) {
  return database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select("lead_id")
    .where("due_at", "<=", now)
    .where(nothingOlderIsOpen);
}

/** The removal would remove the new contact too, and the import could write older values over the new ones. */
function nothingOlderIsOpen(query: ExpressionBuilder<Tables, "leads" | "deliveries">) {
  const removal = query
    .selectFrom("removals")
    .select("removals.email_key")
    .whereRef("removals.email_key", "=", "leads.email_key");
  const openImport = query
    .selectFrom("imports")
    .select("imports.id")
    .whereRef("imports.id", "=", "deliveries.import_id")
    .where("imports.check_at", "is not", null);
  return query.not(query.or([query.exists(removal), query.exists(openImport)]));
}

export function claimedLeads(database: Database, leadIds: readonly number[]) {
  return database
    .selectFrom("leads")
    .select(["id", ...leadFields, "phone", "wants_next as wantsNext"])
    .where("id", "in", leadIds)
    .orderBy("id")
    .execute();
}

/** What is stored about one try to deliver a lead. */
export type DeliveryRecord = {
  state: DeliveryState;
  attempts: number;
  due_at: number | null;
  last_outcome: string;
  refusals?: number;
  contact_id?: string;
  /** Set when this lead is from now on sent individually, not with an import. */
  individually?: 1;
};

/**
 * Stores the outcome of a try, but only while its claim holds. The claim ends when its time runs out, or when the
 * person signs up again and the delivery is therefore due again.
 */
export async function recordDelivery(
  database: Database,
  { leadId, until }: Claim,
  record: DeliveryRecord,
  now: number,
): Promise<void> {
  await database
    .updateTable("deliveries")
    .set({ ...record, updated_at: now })
    .where("lead_id", "=", leadId)
    .where("state", "=", "sending")
    .where("due_at", "=", until)
    .execute();
}

/**
 * Makes all claimed deliveries due again: they were claimed by a courier that has ended. Call this only as the holder
 * of the lease, because no other process claims then.
 */
export async function releaseClaims(writing: Writing, now: number): Promise<void> {
  await sql`
    update deliveries set state = 'due', due_at = ${now}, updated_at = ${now}
    where state = 'sending' or (
      state = 'importing' and import_id in (select id from imports where batch is null)
    )`.execute(writing);
}

/**
 * How many deliveries fit. States are written into the SQL itself: with a placeholder in their place, SQLite would not
 * use the indexes of delivered and of parked deliveries.
 */
export async function countIn(database: Database, fits: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from deliveries where ${fits}`.execute(database);
  return rows[0]?.count ?? 0;
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
