import { type Kysely, type Migration, sql } from "kysely";

/**
 * `newKey` is drawn once in the life of a store. A hash tells nothing to who has not the key too; who has the whole
 * store can still try addresses, one by one.
 */
export function erasures(newKey: () => string): Migration {
  return {
    async up(database: Kysely<unknown>) {
      await createKeys(database, newKey());
      await createErasures(database);
      await createRemovals(database);
      await indexPeople(database);
    },
  };
}

/** One row. A second one comes only with a restored backup that was made somewhere else. */
async function createKeys(database: Kysely<unknown>, key: string): Promise<void> {
  await database.schema
    .createTable("erasure_keys")
    .addColumn("key", "text", (column) => column.primaryKey())
    .execute();
  await sql`insert into erasure_keys (key) values (${key})`.execute(database);
}

async function createErasures(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("erasures")
    .addColumn("email_hash", "text", (column) => column.primaryKey())
    .addColumn("erased_at", "bigint", (column) => column.notNull())
    .execute();
}

async function createRemovals(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("removals")
    .addColumn("email_hash", "text", (column) => column.primaryKey())
    .addColumn("email", "text")
    .addColumn("contact_id", "text")
    .addColumn("queued_at", "bigint", (column) => column.notNull())
    .addColumn("due_at", "bigint")
    .addColumn("done_at", "bigint")
    .execute();
}

/** Of settled ones only: a sign-up enters it with the bookkeeper, and no visitor waits for that. */
async function indexPeople(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createIndex("submissions_of_person")
    .on("submissions")
    .column("email_key")
    .where(sql.ref("derived_at"), "is not", null)
    .execute();
}
