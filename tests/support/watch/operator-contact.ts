import { onTestFinished } from "vitest";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { target } from "#tests/support/courier/test-courier.ts";
import { type Engine, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createNight } from "./night.ts";
import { nightStart, startWatch } from "./watching.ts";

export const operatorEmail = "operator@example.com";

/** A server that watches and has ActiveCampaign alone to reach the operator. */
export async function watchingByEmail(engine: Engine) {
  const database = await temporaryDatabase(engine);
  const night = createNight(nightStart);
  const fake = await startFakeActiveCampaign({ ...accountLimits, clock: night.clock });
  onTestFinished(() => fake.stop());
  const lines: string[] = [];
  const activeCampaign = { url: fake.url, token: "fake-token", ...target };
  const alerts = { url: undefined, heartbeatUrl: undefined, email: operatorEmail };
  startWatch({ database, night, lines }, { activeCampaign, alerts });
  const addContact = async () => {
    const body = JSON.stringify({ contact: { email: operatorEmail } });
    const headers = { "Api-Token": "fake-token" };
    await fetch(`${fake.url}/api/3/contact/sync`, { method: "POST", body, headers });
  };
  const tags = () => fake.contacts.find(({ email }) => email === operatorEmail)?.tags ?? [];
  return { database, fake, night, lines, addContact, tags };
}
