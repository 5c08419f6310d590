import type { Kysely, Migration } from "kysely";

/** Adds the time at which retention last believed the clock, so that it notices a jump since then. */
export const lastLook: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable("courier").addColumn("looked_at", "bigint").execute();
  },
};
