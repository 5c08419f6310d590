import type { Kysely, Migration } from "kysely";
import { sql } from "kysely";
import type { Tables } from "#server/store/tables.ts";
import { createCounts } from "./evening/counts.ts";
import { countEarlierSignUps } from "./evening/earlier-sign-ups.ts";
import { type KeyType, lastingKey, primaryKey, required } from "./first-version/columns.ts";

/**
 * Creates the tables of the operator's evening: counts of visits and sign-ups, the keys of the panel, what was done there,
 * and the troubles that the operator was told.
 */
export function evening(keyType: KeyType): Migration {
  return {
    async up(database: Kysely<unknown>) {
      await createCounts(database);
      await countEarlierSignUps(database.withTables<Tables>());
      await createPanel(database, keyType);
      await createTroubles(database);
      await indexForPanel(database);
    },
  };
}

/** The panel asks every few seconds for the newest deliveries, and how many submissions are held. */
async function indexForPanel(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex("deliveries_delivered")
    .on("deliveries")
    .column("updated_at")
    .where(sql.ref("state"), "=", sql.lit("delivered"))
    .execute();
  // The index of the first version also has submissions whose flag holds nothing back, and those that were released.
  await database.schema.dropIndex("submissions_held").execute();
  await sql`create index submissions_held on submissions (id) where flag is not null
    and flag in ('honeypot', 'flood') and released_at is null`.execute(database);
}

async function createPanel(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await database.schema
    .createTable("panel_keys")
    .addColumn("id", keyType, lastingKey(keyType))
    .addColumn("link_hash", "text", (column) => column.notNull().unique())
    .addColumn("session_hash", "text", (column) => column.unique())
    .addColumn("may_write", "integer", required)
    .addColumn("made_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute();
  await database.schema
    .createTable("deeds")
    .addColumn("id", keyType, lastingKey(keyType))
    .addColumn("at", "bigint", required)
    .addColumn("panel_key", "bigint")
    .addColumn("deed", "text", required)
    .addColumn("detail", "text")
    .execute();
}

async function createTroubles(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("troubles")
    .addColumn("name", "text", primaryKey)
    .addColumn("began_at", "bigint", required)
    .addColumn("seen_at", "bigint", required)
    .addColumn("over_at", "bigint")
    .addColumn("told_began_at", "bigint")
    .addColumn("told_over_at", "bigint")
    .addColumn("telling_until", "bigint", required)
    .execute();
}
