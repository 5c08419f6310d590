import { deriveLeads } from "#server/store/derive-leads.ts";
import type { Database, DeliveryState } from "#server/store/schema.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "./append-submission.ts";

type Added = {
  email: string;
  signedUpAt: number;
  state: DeliveryState;
  at: number;
  outcome?: string;
};

/** Stores a sign-up of a new person, and the state of its delivery at the time `at`. */
export async function addDelivery(database: Database, added: Added): Promise<void> {
  const { email, signedUpAt, state, at, outcome: last_outcome = null } = added;
  const submission = { lead: { ...ana, email }, surface: "popup", receivedAt: signedUpAt } as const;
  await appendSubmission(database, submission);
  await deriveLeads(database, signedUpAt);
  const isDue = state === "due" || state === "sending";
  await database
    .updateTable("deliveries")
    .set({ state, due_at: isDue ? at : null, updated_at: at, last_outcome })
    .where("lead_id", "=", (query) =>
      query.selectFrom("leads").select("id").where("email", "=", email),
    )
    .execute();
}
