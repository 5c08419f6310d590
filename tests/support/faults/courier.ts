import { onTestFinished } from "vitest";
import { accountLimits } from "#fake-active-campaign/limits.ts";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { openDatabase, type Store } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { appendSubmissions } from "#server/store/submissions.ts";
import { ana } from "#tests/support/people.ts";
import { countDelivered } from "#tests/support/store/count-delivered.ts";
import { type FaultServer, startServerOn } from "./server.ts";

export type CourierServers = {
  fake: FakeActiveCampaign;
  /** Starts a server in its own process, which delivers leads to the fake ActiveCampaign. */
  startServer(settings?: Record<string, string>): Promise<FaultServer>;
  signUp(emails: readonly string[]): Promise<void>;
  /** Ends the lease of a killed courier, which lasts half a minute: another process can then be the courier. */
  endKilled(): Promise<void>;
  countDelivered(): Promise<number>;
};

const latencyMs = 20;

/** A store, and the fake ActiveCampaign with its real limits, for servers that the test kills. */
export async function startCourierServers(store: Store): Promise<CourierServers> {
  const fake = await startFakeActiveCampaign({ ...accountLimits, latencyMs });
  onTestFinished(() => fake.stop());
  const database = await openDatabase(store);
  onTestFinished(() => database.destroy());
  return {
    fake,
    startServer: (settings = {}) => startServerOn(store, { ...accountSettings(fake), ...settings }),
    signUp: (emails) => signUp(database, emails),
    endKilled: () => endKilledCourier(database),
    countDelivered: () => countDelivered(database),
  };
}

async function endKilledCourier(database: Database): Promise<void> {
  await database.updateTable("courier").set({ expires_at: 0 }).execute();
}

function accountSettings({ url }: FakeActiveCampaign): Record<string, string> {
  return {
    ACTIVECAMPAIGN_URL: url,
    ACTIVECAMPAIGN_TOKEN: "fake-token",
    ACTIVECAMPAIGN_LIST: "1",
    ACTIVECAMPAIGN_TAGS: "black",
  };
}

async function signUp(database: Database, emails: readonly string[]): Promise<void> {
  const submissions = emails.map((email) => ({
    lead: { ...ana, email },
    surface: "popup" as const,
    receivedAt: Date.now(),
  }));
  await appendSubmissions(database, submissions);
  await deriveLeads(database, Date.now());
}

/** The e-mails that do not have exactly one contact in the account with the list and the tag. */
export function notDeliveredOnce({ contacts }: FakeActiveCampaign, emails: readonly string[]) {
  const times = new Map<string, number>();
  for (const { email, lists, tags } of contacts)
    if (lists["1"] === 1 && tags.includes("black")) times.set(email, (times.get(email) ?? 0) + 1);
  return emails.filter((email) => times.get(email) !== 1);
}
