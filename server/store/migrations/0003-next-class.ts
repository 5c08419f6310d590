import type { Migration } from "kysely";

/** Adds the column for people who want to hear of the next class. Before it, every lead signed up for the class. */
export const nextClass: Migration = {
  async up(database) {
    await database.schema
      .alterTable("leads")
      .addColumn("wants_next", "integer", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
