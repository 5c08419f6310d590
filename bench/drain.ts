import { setTimeout as sleep } from "node:timers/promises";
import { accountLimits, importLimits } from "#fake-active-campaign/limits.ts";
import type { FakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { fillStore, openStore } from "./fill-store.ts";
import { sendLoad, signUp } from "./load.ts";
import { amount, fakeLatencyMs, startFake, startServer, withDataFolder } from "./server.ts";

const waitingLeads = amount("PEOPLE", 30_000);
const burst = { perSecond: 300, seconds: amount("SECONDS", 60) };
const minuteMs = 60_000;
const pollMs = 100;

/** Measures how fast leads that wait are delivered, and then the leads of a burst. */
export async function benchDrain(): Promise<undefined> {
  await withDataFolder(deliverBacklog);
  await withDataFolder(deliverBurst);
}

async function deliverBacklog(folder: string): Promise<void> {
  await fillStore(folder, { people: waitingLeads });
  const file = openStore(folder);
  file.exec(
    "update deliveries set state = 'due', due_at = 1, attempts = 0, last_outcome = null, updated_at = 1",
  );
  file.close();
  const { fake, settings } = await startFake(folder);
  const startedAt = performance.now();
  const server = await startServer(settings);
  await untilDelivered(folder, waitingLeads);
  const seconds = (performance.now() - startedAt) / 1_000;
  await server.stop();
  const min = minSeconds(waitingLeads);
  console.log(
    `${waitingLeads} leads waiting: delivered in ${seconds.toFixed(1)} s, the minimum is ${min.toFixed(1)} s (ratio ${(seconds / min).toFixed(2)}); ${accountOf(fake)}`,
  );
  await fake.stop();
}

/**
 * The shortest time in which ActiveCampaign's rate limits allow all leads to be delivered. The limit of the bulk
 * importer decides in every minute but the last; there the limit of all requests decides, with two requests for each
 * batch: one sends the batch, one checks it.
 */
function minSeconds(leads: number): number {
  const batches = Math.ceil(leads / importLimits.contacts);
  const perMinute = importLimits.requestsPerMinute.severalContacts;
  const minutes = Math.ceil(batches / perMinute) - 1;
  const requests = 2 * (batches - minutes * perMinute);
  const gapMs = 1_000 / accountLimits.requestsPerSecond;
  return (minutes * minuteMs + (requests - 1) * gapMs + fakeLatencyMs) / 1_000;
}

async function deliverBurst(folder: string): Promise<void> {
  const { fake, settings } = await startFake(folder);
  const server = await startServer(settings);
  const { accepted, failed } = await sendLoad({ url: server.url, ...burst, next: signUp });
  const startedAt = performance.now();
  await untilDelivered(folder, accepted);
  const seconds = (performance.now() - startedAt) / 1_000;
  await server.stop();
  console.log(
    `a burst of ${burst.perSecond}/s for ${burst.seconds} s: ${accepted} accepted, ${failed} failed; all delivered ${seconds.toFixed(1)} s after the burst; ${accountOf(fake)}`,
  );
  await fake.stop();
}

async function untilDelivered(folder: string, count: number): Promise<void> {
  const file = openStore(folder);
  const delivered = file.prepare("select count(*) from deliveries where state = 'delivered'");
  while (Number(delivered.pluck().get()) < count) await sleep(pollMs);
  file.close();
}

function accountOf(fake: FakeActiveCampaign): string {
  const refused = fake.requests.filter(({ status }) => status >= 400).length;
  const complete = fake.contacts.filter(
    ({ lists, tags }) => lists["1"] === 1 && tags.includes("black"),
  );
  return `${complete.length} are complete there, peak ${fake.peakPerSecond()} requests in a second, ${refused} refused`;
}
