import { type Kysely, type Migration, sql } from "kysely";
import { type KeyType, lastingKey, required } from "./first-version/columns.ts";

/** Creates the tables of the groups and of the places in them that were given to people. */
export function groups(keyType: KeyType): Migration {
  return {
    async up(database: Kysely<unknown>) {
      await database.schema
        .createTable("groups")
        .addColumn("id", keyType, lastingKey(keyType))
        .addColumn("link", "text", required)
        .addColumn("room", "integer", required)
        .addColumn("stop_at", "integer", required)
        .addColumn("opened_at", "bigint", required)
        .addColumn("closed_at", "bigint")
        .execute();
      await createPlaces(database);
    },
  };
}

async function createPlaces(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable("group_places")
    // A press at the moment in which the operator removes the group leaves no place behind.
    .addColumn("group_id", "bigint", (column) =>
      column.notNull().references("groups.id").onDelete("cascade"),
    )
    .addColumn("number", "integer", required)
    .addColumn("person", "text")
    .addColumn("full_at", "bigint")
    // Two presses at once cannot get the same place, whatever process answers them.
    .addPrimaryKeyConstraint("group_places_key", ["group_id", "number"])
    .execute();
  // A person has one place, and after each "this group is full" another one.
  await database.schema
    .createIndex("group_places_person")
    .unique()
    .on("group_places")
    .column("person")
    .where(sql.ref("full_at"), "is", null)
    .execute();
  await indexOfFull(database, "group_places_full", ["person", "group_id"]);
  // Counts who said that a group is full, at each press, without a look at all its places.
  await indexOfFull(database, "group_places_said", ["group_id", "full_at"]);
}

async function indexOfFull(
  database: Kysely<unknown>,
  name: string,
  columns: string[],
): Promise<void> {
  const index = database.schema.createIndex(name).on("group_places").columns(columns);
  await index.where(sql.ref("full_at"), "is not", null).execute();
}
