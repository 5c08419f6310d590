import type { Database } from "#server/store/schema.ts";
import { ana } from "#tests/support/people.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";

/** Makes ActiveCampaign have refused a lead. */
export function parkLead(database: Database, at: number): Promise<void> {
  return addDelivery(database, { email: ana.email, signedUpAt: at, state: "parked", at });
}

/** Takes all refused leads back, as a successful `retry` does. */
export async function unparkLeads(database: Database): Promise<void> {
  await database.deleteFrom("deliveries").execute();
  await database.deleteFrom("leads").execute();
}
