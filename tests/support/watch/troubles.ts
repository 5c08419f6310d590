import type { Database } from "#server/store/schema.ts";
import { ana } from "#tests/support/people.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";

/** Stores a lead that ActiveCampaign has refused. */
export function parkLead(database: Database, at: number): Promise<void> {
  return addDelivery(database, { email: ana.email, signedUpAt: at, state: "parked", at });
}

/** Deletes all refused deliveries, as if a `retry` had succeeded. */
export async function unparkLeads(database: Database): Promise<void> {
  await database.deleteFrom("deliveries").execute();
  await database.deleteFrom("leads").execute();
}
