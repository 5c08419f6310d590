import type { ExpressionBuilder } from "kysely";
import { leadFields } from "#lead/contract.ts";
import type { Lead } from "#lead/lead.ts";
import type { Database, Tables, Writing } from "#server/storage/tables.ts";

/** A delivery that is ours until `until`; what happens to it later is somebody else's. */
export type Claim = {
  leadId: number;
  attempts: number;
  refusals: number;
  until: number;
  lead: ClaimedLead;
};

export type ClaimedLead = Lead & {
  phone: string | null;
};

/** Longer than all but the slowest deliveries take; those are made twice, which does no harm. */
export const claimMs = 2 * 60_000;

/** `alone`: only those for which the importer is not the way. */
export type Which = "all" | "alone";

/** Whoever was never tried comes first: a fresh lead does not wait behind those that fail. */
export function claimNext(
  database: Database,
  now: number,
  which: Which = "all",
): Promise<Claim | undefined> {
  return database.transaction().execute(async (writing) => {
    const next =
      (await firstDue(writing, { now, which, fresh: true })) ??
      (await firstDue(writing, { now, which, fresh: false }));
    return next && claim(writing, next.lead_id, now);
  });
}

type Wanted = { now: number; which: Which; fresh: boolean };

function firstDue(writing: Writing, { now, which, fresh }: Wanted) {
  return writing
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select("lead_id")
    .where("due_at", "<=", now)
    .$if(fresh, (query) => query.where("attempts", "=", 0))
    .$if(which === "alone", (query) => query.where("alone", "is not", null))
    .where(nothingOlderUnderWay)
    .orderBy("due_at")
    .orderBy("lead_id")
    .limit(1)
    .executeTakeFirst();
}

/**
 * Nothing older of theirs is under way: a removal would take what they send anew as well, and an import
 * that ends later would bring the older values back.
 */
export function nothingOlderUnderWay(query: ExpressionBuilder<Tables, "leads" | "deliveries">) {
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
    // In Postgres another courier may have been quicker.
    .where("due_at", "<=", now)
    .returning(["attempts", "refusals"])
    .executeTakeFirst();
  if (claimed === undefined) return undefined;
  const [lead] = await claimedLeads(writing, [leadId]);
  const { attempts, refusals } = claimed;
  return lead && { leadId, attempts, refusals: refusals ?? 0, until, lead };
}

export function claimedLeads(writing: Writing, leadIds: readonly number[]) {
  return writing
    .selectFrom("leads")
    .select(["id", ...leadFields, "phone"])
    .where("id", "in", leadIds)
    .orderBy("id")
    .execute();
}

/** What a courier that is gone had in hand: nobody else claims, so all of it was its own. */
export async function takeOverClaims(database: Writing, now: number): Promise<void> {
  const due = { state: "due", due_at: now, updated_at: now } as const;
  await database.updateTable("deliveries").set(due).where("state", "=", "sending").execute();
  await database
    .updateTable("deliveries")
    .set(due)
    .where("state", "=", "importing")
    .where("import_id", "in", (query) =>
      query.selectFrom("imports").select("id").where("batch", "is", null),
    )
    .execute();
}
