import type { ExpressionBuilder } from "kysely";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { Database, Tables, Writing } from "#server/store/tables.ts";

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

export type ClaimedLead = Lead & {
  phone: string | null;
  wantsNext: number;
};

/**
 * How long a claim lasts: longer than all but the slowest deliveries take. A slower delivery is made twice, which does
 * no harm.
 */
export const claimMs = 2 * 60_000;

/**
 * Claims the next due delivery. Deliveries that were never tried come first, so that a new lead does not wait behind
 * deliveries that fail.
 */
export function claimNext(
  database: Database,
  now: number,
  which: "all" | "individually" = "all",
): Promise<Claim | undefined> {
  return database.transaction().execute(async (writing) => {
    const due = dueBy(writing, now, which);
    const next = (await first(due.where("attempts", "=", 0))) ?? (await first(due));
    return next && claim(writing, next.lead_id, now);
  });
}

function dueBy(writing: Writing, now: number, which: "all" | "individually") {
  return claimable(writing, now).$if(which === "individually", (query) =>
    query.where("individually", "is not", null),
  );
}

function first(due: ReturnType<typeof dueBy>) {
  return due.orderBy("due_at").orderBy("lead_id").limit(1).executeTakeFirst();
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

/**
 * False while an older import or a removal is open for this person. The removal would remove the new contact too, and
 * the import could write older values over the new ones.
 */
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

async function claim(writing: Writing, leadId: number, now: number): Promise<Claim | undefined> {
  const until = now + claimMs;
  const claimed = await writing
    .updateTable("deliveries")
    .set({ state: "sending", due_at: until, updated_at: now })
    .where("lead_id", "=", leadId)
    // In Postgres another courier may have claimed the delivery since it was found.
    .where("due_at", "<=", now)
    .returning(["attempts", "refusals"])
    .executeTakeFirst();
  if (claimed === undefined) return undefined;
  const [lead] = await claimedLeads(writing, [leadId]);
  return lead && { leadId, ...claimed, until, lead };
}

export function claimedLeads(writing: Writing, leadIds: readonly number[]) {
  return writing
    .selectFrom("leads")
    .select(["id", ...leadFields, "phone", "wants_next as wantsNext"])
    .where("id", "in", leadIds)
    .orderBy("id")
    .execute();
}

/**
 * Makes all claimed deliveries due again: they were claimed by a courier that has ended. Call this only as the holder
 * of the lease, because no other process claims then.
 */
export async function releaseClaims(writing: Writing, now: number): Promise<void> {
  const due = { state: "due", due_at: now, updated_at: now } as const;
  await writing.updateTable("deliveries").set(due).where("state", "=", "sending").execute();
  await writing
    .updateTable("deliveries")
    .set(due)
    .where("state", "=", "importing")
    .where("import_id", "in", (query) =>
      query.selectFrom("imports").select("id").where("batch", "is", null),
    )
    .execute();
}
