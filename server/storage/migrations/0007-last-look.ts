import type { Kysely, Migration } from "kysely";

/** When retention last looked at the clock: a clock that has jumped since then is not believed. */
export const lastLook: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable("courier").addColumn("looked_at", "bigint").execute();
  },
};
