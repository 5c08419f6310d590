import { type Kysely, sql } from "kysely";
import { type KeyType, lastingKey, required } from "./columns.ts";

export async function createSubmissions(
  database: Kysely<unknown>,
  keyType: KeyType,
): Promise<void> {
  await database.schema
    .createTable("submissions")
    .addColumn("id", keyType, lastingKey(keyType))
    .addColumn("received_at", "bigint", required)
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("whatsapp", "text", required)
    .addColumn("email_key", "text", required)
    .addColumn("surface", "text", required)
    .addColumn("derived_at", "bigint")
    .addColumn("wording", "text")
    .addColumn("cta", "text")
    .addColumn("source", "text")
    .addColumn("ip", "text")
    .addColumn("user_agent", "text")
    .addColumn("idempotency_key", "text")
    .addColumn("flag", "text")
    .addColumn("released_at", "bigint")
    .execute();
  await indexSubmissions(database);
}

async function indexSubmissions(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex("submissions_idempotency_key")
    .unique()
    .on("submissions")
    .column("idempotency_key")
    .where(sql.ref("idempotency_key"), "is not", null)
    .execute();
  await database.schema
    .createIndex("submissions_held")
    .on("submissions")
    .column("id")
    .where(sql.ref("flag"), "is not", null)
    .execute();
  // No visitor waits for this index: it holds only derived submissions, so a submission enters it after the sign-up was
  // answered.
  await database.schema
    .createIndex("submissions_of_person")
    .on("submissions")
    .column("email_key")
    .where(sql.ref("derived_at"), "is not", null)
    .execute();
  // This index leaves out held submissions: strangers can send any number of them, and the search for underived
  // submissions each second would read them all.
  await sql`create index submissions_to_derive on submissions (id) where derived_at is null
    and (flag is null or flag not in ('honeypot', 'flood') or released_at is not null)`.execute(
    database,
  );
}

export async function createLeads(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("leads")
    .addColumn("id", keyType, lastingKey(keyType))
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("whatsapp", "text", required)
    .addColumn("phone", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("consented_at", "bigint")
    .execute();
}
