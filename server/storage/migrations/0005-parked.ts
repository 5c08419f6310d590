import { type Kysely, type Migration, sql } from "kysely";

/** Parked ones are few among many, and counted every few seconds while a launch is watched. */
export const parked: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema
      .createIndex("deliveries_parked")
      .on("deliveries")
      .column("lead_id")
      .where(sql.ref("state"), "=", sql.lit("parked"))
      .execute();
  },
};
