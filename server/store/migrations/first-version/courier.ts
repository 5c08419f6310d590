import { type Kysely, sql } from "kysely";
import { type KeyType, primaryKey, required } from "./columns.ts";

/** Creates what all processes share to deliver: the lease, the circuit, the request slots and a clock. */
export async function createCourier(database: Kysely<unknown>, keyType: KeyType): Promise<void> {
  await createCourierRow(database);
  await database.schema
    .createTable("request_slots")
    .addColumn("id", keyType, primaryKey)
    .addColumn("kind", "text", required)
    .addColumn("sent_at", "bigint", required)
    .addColumn("answered_at", "bigint")
    .execute();
  // Only Postgres gets the function for the shared clock here. SQLite gets it in `connection/sqlite.ts`, because in
  // SQLite a function lives only as long as a connection.
  if (keyType === "bigserial") await createPostgresClock(database);
}

/** Creates the courier's table with its one row, which is the same for every process. */
async function createCourierRow(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("courier")
    .addColumn("token", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("back_off_until", "bigint", required)
    .addColumn("trips", "integer", required)
    .addColumn("tripped_at", "bigint")
    .addColumn("tripped_reason", "text")
    .addColumn("probe_at", "bigint")
    .addColumn("paused_at", "bigint")
    .addColumn("clock_trusted_at", "bigint")
    .execute();
  await sql`insert into courier (token, expires_at, back_off_until, trips) values (0, 0, 0, 0)`.execute(
    database,
  );
}

async function createPostgresClock(database: Kysely<unknown>): Promise<void> {
  await sql`create or replace function clock_ms() returns bigint language sql volatile
    as 'select floor(extract(epoch from clock_timestamp()) * 1000)::bigint'`.execute(database);
}
