import type { Kysely } from "kysely";
import { primaryKey, required } from "#server/store/migrations/first-version/columns.ts";

/** Creates the tables of the counts of visits. */
export async function createCounts(database: Kysely<unknown>): Promise<void> {
  await createStepCounts(database);
  await database.schema
    .createTable("minute_counts")
    .addColumn("minute", "bigint", primaryKey)
    .addColumn("views", "bigint", required)
    .addColumn("sign_ups", "bigint", required)
    .addColumn("new_people", "bigint", required)
    .execute();
  await createPageHealth(database);
}

async function createStepCounts(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("visit_counts")
    .addColumn("hour", "bigint", required)
    .addColumn("step", "text", required)
    .addColumn("source", "text", required)
    .addColumn("surface", "text", required)
    .addColumn("count", "bigint", required)
    .addPrimaryKeyConstraint("visit_counts_key", ["hour", "step", "source", "surface"])
    .execute();
  await database.schema
    .createTable("step_totals")
    .addColumn("step", "text", required)
    .addColumn("source", "text", required)
    .addColumn("surface", "text", required)
    .addColumn("count", "bigint", required)
    .addColumn("new_people", "bigint", required)
    .addPrimaryKeyConstraint("step_totals_key", ["step", "source", "surface"])
    .execute();
}

async function createPageHealth(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("page_health")
    .addColumn("hour", "bigint", required)
    .addColumn("measure", "text", required)
    .addColumn("value", "text", required)
    .addColumn("file", "text", required)
    .addColumn("build", "text", required)
    .addColumn("device", "text", required)
    .addColumn("count", "bigint", required)
    .addPrimaryKeyConstraint("page_health_key", [
      "hour",
      "measure",
      "value",
      "file",
      "build",
      "device",
    ])
    .execute();
}
