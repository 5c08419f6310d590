import { type Kysely, type Migration, sql } from "kysely";

/** All may be null: a server of the version before goes on writing while this one starts. */
const columns = [
  "wording",
  "cta",
  "source",
  "ip",
  "user_agent",
  "idempotency_key",
  "flag",
] as const;

export const howASignUpCame: Migration = {
  async up(database: Kysely<unknown>) {
    for (const column of columns)
      await database.schema.alterTable("submissions").addColumn(column, "text").execute();
    await database.schema.alterTable("submissions").addColumn("released_at", "bigint").execute();
    await database.schema
      .createIndex("submissions_idempotency_key")
      .unique()
      .on("submissions")
      .column("idempotency_key")
      .where(sql.ref("idempotency_key"), "is not", null)
      .execute();
    await database.schema
      .createIndex("submissions_held")
      .on("submissions")
      .column("id")
      .where(sql.ref("flag"), "is not", null)
      .execute();
  },
};
