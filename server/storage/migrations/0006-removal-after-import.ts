import type { Kysely, Migration } from "kysely";

/** Who is erased while they travel with an import can be removed only once it has arrived. */
export const removalAfterImport: Migration = {
  async up(database: Kysely<unknown>) {
    await database.schema.alterTable("removals").addColumn("import_id", "bigint").execute();
  },
};
