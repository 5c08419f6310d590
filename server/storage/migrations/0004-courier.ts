import { type Kysely, type Migration, sql } from "kysely";
import type { KeyType } from "./0001-first-tables.ts";

/** What the courier knows of itself, of the vendor's limits, and of leads that travel together. */
export function courierTables(keyType: KeyType): Migration {
  return {
    async up(database: Kysely<unknown>) {
      await createCourier(database);
      await createVendorRequests(database, keyType);
      await createImports(database, keyType);
      await extendDeliveries(database);
      await database.schema.alterTable("leads").addColumn("consented_at", "bigint").execute();
      await database.schema.alterTable("removals").addColumn("email_key", "text").execute();
      await sql`update removals set email_key = lower(email)`.execute(database);
      // SQLite has its clock from `open-database.ts`: a function there lives as long as a connection.
      if (keyType === "bigserial") await createPostgresClock(database);
    },
  };
}

/** One row, whoever is the courier just now. */
async function createCourier(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("courier")
    .addColumn("token", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .addColumn("back_off_until", "bigint", (column) => column.notNull())
    .addColumn("trips", "integer", (column) => column.notNull())
    .addColumn("tripped_at", "bigint")
    .addColumn("tripped_reason", "text")
    .addColumn("probe_at", "bigint")
    .addColumn("paused_at", "bigint")
    .execute();
  await sql`insert into courier (token, expires_at, back_off_until, trips) values (0, 0, 0, 0)`.execute(
    database,
  );
}

async function createVendorRequests(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("request_slots")
    .addColumn("id", keyType, (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("sent_at", "bigint", (column) => column.notNull())
    .addColumn("answered_at", "bigint")
    .execute();
}

async function createImports(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("imports")
    .addColumn("id", keyType, (column) => column.primaryKey())
    .addColumn("batch", "text")
    .addColumn("size", "integer", (column) => column.notNull())
    .addColumn("sent_at", "bigint", (column) => column.notNull())
    .addColumn("check_at", "bigint")
    .addColumn("checks", "integer", (column) => column.notNull())
    .execute();
}

async function extendDeliveries(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable("deliveries").addColumn("refusals", "integer").execute();
  await database.schema.alterTable("deliveries").addColumn("alone", "integer").execute();
  await database.schema.alterTable("deliveries").addColumn("import_id", "bigint").execute();
  await database.schema
    .createIndex("deliveries_imported")
    .on("deliveries")
    .column("import_id")
    .where(sql.ref("import_id"), "is not", null)
    .execute();
  await database.schema
    .createIndex("deliveries_fresh")
    .on("deliveries")
    .columns(["due_at", "lead_id"])
    .where(sql.ref("attempts"), "=", sql.lit(0))
    .execute();
}

async function createPostgresClock(database: Kysely<unknown>): Promise<void> {
  await sql`create or replace function clock_ms() returns bigint language sql volatile
    as 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint'`.execute(database);
}
