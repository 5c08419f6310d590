import { type Kysely, sql } from "kysely";
import { primaryKey, required } from "./columns.ts";

/** Creates the tables of erased people, and of what is still to be removed at ActiveCampaign. */
export async function createErasures(database: Kysely<unknown>, key: string): Promise<void> {
  await createKeys(database, key);
  await database.schema
    .createTable("erasures")
    .addColumn("email_hash", "text", primaryKey)
    .addColumn("erased_at", "bigint", required)
    .execute();
  await database.schema
    .createTable("removals")
    .addColumn("email_hash", "text", primaryKey)
    .addColumn("email", "text")
    .addColumn("email_key", "text")
    .addColumn("contact_id", "text")
    .addColumn("queued_at", "bigint", required)
    .addColumn("due_at", "bigint")
    .addColumn("done_at", "bigint")
    .addColumn("import_id", "bigint")
    .execute();
}

/**
 * Creates the table of erasure keys with one row, generated once for each store; a second row comes only with a backup
 * of another store. A hash alone does not show the e-mail address, but a person who has the whole store can try addresses
 * one by one.
 */
async function createKeys(database: Kysely<unknown>, key: string): Promise<void> {
  await database.schema.createTable("erasure_keys").addColumn("key", "text", primaryKey).execute();
  await sql`insert into erasure_keys (key) values (${key})`.execute(database);
}
