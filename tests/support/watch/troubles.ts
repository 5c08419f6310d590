import type { Database } from "#server/store/row-types.ts";
import { ana } from "#tests/support/people.ts";

/** Makes ActiveCampaign have refused a lead. */
export async function parkLead(database: Database, updatedAt: number): Promise<void> {
  const { id } = await database
    .insertInto("leads")
    .values({
      ...ana,
      email_key: ana.email,
      person: "",
      phone: null,
      created_at: updatedAt,
      updated_at: updatedAt,
      consented_at: null,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await database
    .insertInto("deliveries")
    .values({
      lead_id: id,
      state: "parked",
      attempts: 1,
      due_at: null,
      last_outcome: null,
      contact_id: null,
      updated_at: updatedAt,
      refusals: 1,
      individually: null,
      import_id: null,
    })
    .execute();
}

/** Takes all refused leads back, as a successful `retry` does. */
export async function unparkLeads(database: Database): Promise<void> {
  await database.deleteFrom("deliveries").execute();
  await database.deleteFrom("leads").execute();
}
