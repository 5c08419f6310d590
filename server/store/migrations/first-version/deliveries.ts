import { type Kysely, sql } from "kysely";
import { type KeyType, primaryKey, required } from "./columns.ts";

/** Creates the tables of deliveries, and of the imports with which some of them are sent. */
export async function createDeliveries(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("deliveries")
    .addColumn("lead_id", "bigint", (column) => column.primaryKey().references("leads.id"))
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", required)
    .addColumn("due_at", "bigint")
    .addColumn("last_outcome", "text")
    .addColumn("contact_id", "text")
    .addColumn("updated_at", "bigint", required)
    .addColumn("refusals", "integer", required)
    .addColumn("individually", "integer")
    .addColumn("import_id", "bigint")
    .execute();
  await indexDeliveries(database);
  await database.schema
    .createTable("imports")
    .addColumn("id", keyType, primaryKey)
    .addColumn("batch", "text")
    .addColumn("size", "integer", required)
    .addColumn("sent_at", "bigint", required)
    .addColumn("check_at", "bigint")
    .addColumn("checks", "integer", required)
    .execute();
}

async function indexDeliveries(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .columns(["due_at", "lead_id"])
    .execute();
  await database.schema
    .createIndex("deliveries_never_tried")
    .on("deliveries")
    .columns(["due_at", "lead_id"])
    .where(sql.ref("attempts"), "=", sql.lit(0))
    .execute();
  await database.schema
    .createIndex("deliveries_of_import")
    .on("deliveries")
    .column("import_id")
    .where(sql.ref("import_id"), "is not", null)
    .execute();
  // This index is for parked deliveries: they are few among many, and counted every few seconds while a launch is
  // watched.
  await database.schema
    .createIndex("deliveries_parked")
    .on("deliveries")
    .column("lead_id")
    .where(sql.ref("state"), "=", sql.lit("parked"))
    .execute();
}
