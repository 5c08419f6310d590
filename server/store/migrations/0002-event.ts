import { randomBytes } from "node:crypto";
import { type Kysely, type Migration, sql } from "kysely";
import { required } from "./first-version/columns.ts";

const keyBytes = 32;

/** Creates the table in which the operator's choices about the event are kept, with its one row. */
export const event: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createTable("event")
      .addColumn("edition", "integer")
      .addColumn("phase", "text")
      .addColumn("phase_since", "bigint")
      .addColumn("moved_to", "bigint")
      .addColumn("sequence", "integer", required)
      .addColumn("changed_at", "bigint")
      .addColumn("preview_key", "text", required)
      .execute();
    await addEventRow(database);
  },
};

/** Adds the one row: the operator has chosen nothing, and the key is a new one. */
export async function addEventRow<Tables>(database: Kysely<Tables>): Promise<void> {
  const key = randomBytes(keyBytes).toString("hex");
  await sql`insert into event (sequence, preview_key) values (0, ${key})`.execute(database);
}
