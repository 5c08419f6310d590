import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from "kysely";

/** How an engine numbers its rows. */
export type KeyType = "integer" | "bigserial";

export function firstTables(keyType: KeyType): Migration {
  return {
    async up(database: Kysely<unknown>) {
      await createSubmissions(database, keyType);
      await createLeads(database, keyType);
      await createDeliveries(database);
    },
  };
}

async function createSubmissions(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("submissions")
    .addColumn("id", keyType, key(keyType))
    .addColumn("received_at", "bigint", required)
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("whatsapp", "text", required)
    .addColumn("email_key", "text", required)
    .addColumn("surface", "text", required)
    .addColumn("derived_at", "bigint")
    .execute();
  await database.schema
    .createIndex("submissions_unsettled")
    .on("submissions")
    .column("id")
    .where(sql.ref("derived_at"), "is", null)
    .execute();
}

async function createLeads(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("leads")
    .addColumn("id", keyType, key(keyType))
    .addColumn("email_key", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("email", "text", required)
    .addColumn("whatsapp", "text", required)
    .addColumn("phone", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .execute();
}

async function createDeliveries(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("deliveries")
    .addColumn("lead_id", "bigint", (column) => column.primaryKey().references("leads.id"))
    .addColumn("state", "text", required)
    .addColumn("attempts", "integer", required)
    .addColumn("due_at", "bigint")
    .addColumn("last_outcome", "text")
    .addColumn("contact_id", "text")
    .addColumn("updated_at", "bigint", required)
    .execute();
  await database.schema
    .createIndex("deliveries_due")
    .on("deliveries")
    .columns(["due_at", "lead_id"])
    .execute();
}

/** SQLite must be told never to give a number twice; Postgres never does. */
function key(keyType: KeyType) {
  return (column: ColumnDefinitionBuilder) =>
    keyType === "integer" ? column.primaryKey().autoIncrement() : column.primaryKey();
}

function required(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder {
  return column.notNull();
}
