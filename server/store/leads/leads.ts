import { sql } from "kysely";
import { type LeadField, leadFields } from "#lead/contract.ts";
import { eachField, type Lead } from "#lead/lead.ts";
import { pages } from "#server/store/connection/paging.ts";
import type { Database, DeliveryState, Writing } from "#server/store/tables.ts";

export type LeadUpdate = Lead & {
  emailKey: string;
  phone: string | undefined;
  receivedAt: number;
  consented: boolean;
  wantsNext: boolean;
};

export type ListedLead = Lead & {
  id: number;
  phone: string | null;
  createdAt: number;
  wantsNext: number;
  state: DeliveryState | null;
  lastOutcome: string | null;
};

const listPageSize = 1_000;

/**
 * Adds or updates one lead for each person, and returns the ids of the leads by e-mail key. Each field keeps its newest value that is
 * not empty, whatever the order of the updates.
 */
export async function upsertLeads(
  writing: Writing,
  updates: readonly LeadUpdate[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const batch of batchesWithoutDuplicates(updates)) {
    const written = await upsertion(writing, batch.map(toRow)).execute();
    for (const { id, email_key } of written) ids.set(email_key, id);
  }
  return ids;
}

/**
 * Splits the updates so that no statement writes the same person twice: the second update of a person goes into the
 * second batch.
 */
function batchesWithoutDuplicates(updates: readonly LeadUpdate[]): LeadUpdate[][] {
  const batches: LeadUpdate[][] = [];
  const seen = new Map<string, number>();
  for (const update of updates) {
    const batch = seen.get(update.emailKey) ?? 0;
    seen.set(update.emailKey, batch + 1);
    batches[batch] = [...(batches[batch] ?? []), update];
  }
  return batches;
}

function toRow(update: LeadUpdate) {
  return {
    email_key: update.emailKey,
    ...eachField((field) => update[field]),
    phone: update.phone ?? null,
    created_at: update.receivedAt,
    updated_at: update.receivedAt,
    consented_at: update.consented ? update.receivedAt : null,
    wants_next: update.wantsNext ? 1 : 0,
  };
}

function upsertion(writing: Writing, rows: ReturnType<typeof toRow>[]) {
  return writing
    .insertInto("leads")
    .values(rows)
    .onConflict((conflict) =>
      conflict.column("email_key").doUpdateSet({
        ...eachField(newestFilled),
        phone: newestFilled("phone"),
        created_at: sql<number>`case when excluded.created_at < leads.created_at then excluded.created_at else leads.created_at end`,
        updated_at: sql<number>`case when ${isNewer} then excluded.updated_at else leads.updated_at end`,
        consented_at: sql<number>`case when excluded.consented_at > coalesce(leads.consented_at, 0) then excluded.consented_at else leads.consented_at end`,
        wants_next: sql<number>`case when ${isNewer} then excluded.wants_next else leads.wants_next end`,
      }),
    )
    .returning(["id", "email_key"]);
}

const isNewer = sql<boolean>`excluded.updated_at >= leads.updated_at`;

function newestFilled(column: LeadField | "phone") {
  const added = sql.ref<string>(`excluded.${column}`);
  const stored = sql.ref<string>(`leads.${column}`);
  return sql<string>`case when ${isNewer}
    then coalesce(nullif(${added}, ''), ${stored})
    else coalesce(nullif(${stored}, ''), ${added}) end`;
}

export async function* listLeads(database: Database): AsyncGenerator<ListedLead> {
  for await (const page of pages((lastId) => leadsAfter(database, lastId))) yield* page;
}

function leadsAfter(database: Database, lastId: number): Promise<ListedLead[]> {
  return database
    .selectFrom("leads")
    .leftJoin("deliveries", "deliveries.lead_id", "leads.id")
    .select([
      "leads.id",
      ...leadFields.map((field) => `leads.${field}` as const),
      "leads.phone",
      "leads.created_at as createdAt",
      "leads.wants_next as wantsNext",
      "deliveries.state",
      "deliveries.last_outcome as lastOutcome",
    ])
    .where("leads.id", ">", lastId)
    .orderBy("leads.id")
    .limit(listPageSize)
    .execute();
}

/** Counts the people whose newest sign-up is for the next class. */
export async function countWantNext(database: Database): Promise<number> {
  const { count } = await database
    .selectFrom("leads")
    .select((query) => query.fn.countAll<number>().as("count"))
    .where("wants_next", "=", 1)
    .executeTakeFirstOrThrow();
  return count;
}
