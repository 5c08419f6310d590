import { emailKey } from "#lead/lead.ts";
import { erasedSince } from "#server/store/erasure/erasure.ts";
import { findRemoval } from "#server/store/erasure/removals.ts";
import type { Database } from "#server/store/row-types.ts";
import { personOf, readLinkKey } from "./pass.ts";

export type Person = Awaited<ReturnType<typeof findPerson>>;

/** Everything that is stored about the person with this e-mail. */
export async function findPerson(database: Database, email: string) {
  const key = emailKey(email);
  const code = personOf(await readLinkKey(database), key);
  const [lead, places, entry, submissions, erased, removal] = await Promise.all([
    findLead(database, key),
    database
      .selectFrom("group_places")
      .select(["group_id", "number", "full_at"])
      .where("person", "=", code)
      .execute(),
    database
      .selectFrom("entries")
      .select(["at as entered_at", "tag_due_at"])
      .where("person", "=", code)
      .executeTakeFirst(),
    findSubmissions(database, key),
    erasedSince(database, [key]),
    findRemoval(database, key),
  ]);
  const delivery = lead && (await findDelivery(database, lead.id));
  const importedWith = delivery && (await findImport(database, delivery.import_id));
  const erasedAt = erased.get(key);
  return { lead, delivery, importedWith, places, entry, submissions, erasedAt, removal };
}

function findLead(database: Database, key: string) {
  return database.selectFrom("leads").selectAll().where("email_key", "=", key).executeTakeFirst();
}

function findDelivery(database: Database, leadId: number) {
  return database
    .selectFrom("deliveries")
    .selectAll()
    .where("lead_id", "=", leadId)
    .executeTakeFirst();
}

async function findImport(database: Database, id: number | null) {
  if (id === null) return undefined;
  return database
    .selectFrom("imports")
    .select(["batch", "sent_at"])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Submissions are found with two queries, because underived and derived submissions have different indexes. */
async function findSubmissions(database: Database, key: string) {
  const halves = (["is", "is not"] as const).map((derived) =>
    database
      .selectFrom("submissions")
      .selectAll()
      .where("email_key", "=", key)
      .where("derived_at", derived, null)
      .execute(),
  );
  const all = await Promise.all(halves);
  return all.flat().sort((one, other) => one.id - other.id);
}
