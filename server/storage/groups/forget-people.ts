import type { Database, Writing } from "#server/storage/tables.ts";
import { personOf } from "./pass.ts";

/** Forgets to which group a person was led. The place stays taken: the person may be in the group. */
export async function forgetPlace(writing: Writing, emailKey: string): Promise<void> {
  const event = await writing.selectFrom("event").select("preview_key").executeTakeFirst();
  if (event === undefined) return;
  await writing
    .updateTable("group_places")
    .set({ person: null })
    .where("person", "=", personOf(event.preview_key, emailKey))
    .execute();
}

/** Forgets who was led to a group before this time. */
export async function forgetOldPlaces(database: Database, until: number): Promise<void> {
  await database
    .updateTable("group_places")
    .set({ person: null })
    .where("person", "is not", null)
    .where("taken_at", "<", until)
    .execute();
}
