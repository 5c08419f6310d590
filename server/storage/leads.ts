import { sql } from "kysely";
import type { Lead } from "#lead/lead.ts";
import type { Database, DeliveryState, Writing } from "./tables.ts";

export type LeadUpdate = Lead & { emailKey: string; phone: string | undefined; receivedAt: number };
export type ListedLead = Lead & {
  id: number;
  phone: string | null;
  createdAt: number;
  state: DeliveryState | null;
};

const listPageSize = 1_000;

/** One row for each person: the newest value that isn't empty wins, in whatever order submissions come. */
export async function upsertLead(writing: Writing, update: LeadUpdate): Promise<number> {
  const { id } = await writing
    .insertInto("leads")
    .values({
      email_key: update.emailKey,
      name: update.name,
      email: update.email,
      whatsapp: update.whatsapp,
      phone: update.phone ?? null,
      created_at: update.receivedAt,
      updated_at: update.receivedAt,
    })
    .onConflict((conflict) =>
      conflict.column("email_key").doUpdateSet({
        name: newestFilled("name"),
        email: newestFilled("email"),
        whatsapp: newestFilled("whatsapp"),
        phone: newestFilled("phone"),
        created_at: sql<number>`case when excluded.created_at < leads.created_at then excluded.created_at else leads.created_at end`,
        updated_at: sql<number>`case when ${isNewer} then excluded.updated_at else leads.updated_at end`,
      }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Page by page, so that a million leads are no more in memory than a thousand. */
export async function* listLeads(database: Database): AsyncGenerator<ListedLead> {
  let lastId = 0;
  for (;;) {
    const page = await leadsAfter(database, lastId);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < listPageSize) return;
    lastId = last.id;
  }
}

const isNewer = sql<boolean>`excluded.updated_at >= leads.updated_at`;

function newestFilled(column: "name" | "email" | "whatsapp" | "phone") {
  const coming = sql.ref<string>(`excluded.${column}`);
  const known = sql.ref<string>(`leads.${column}`);
  return sql<string>`case when ${isNewer}
    then coalesce(nullif(${coming}, ''), ${known})
    else coalesce(nullif(${known}, ''), ${coming}) end`;
}

function leadsAfter(database: Database, lastId: number): Promise<ListedLead[]> {
  return database
    .selectFrom("leads")
    .leftJoin("deliveries", "deliveries.lead_id", "leads.id")
    .select([
      "leads.id",
      "leads.name",
      "leads.email",
      "leads.whatsapp",
      "leads.phone",
      "leads.created_at as createdAt",
      "deliveries.state",
    ])
    .where("leads.id", ">", lastId)
    .orderBy("leads.id")
    .limit(listPageSize)
    .execute();
}
