import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { accountLimits, importLimits } from "#fake-active-campaign/limits.ts";
import { type FakeActiveCampaign, startFakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { addContactPath } from "#lead/contract.ts";
import { openDatabase, type Store } from "#server/storage/connection/open-database.ts";
import { countDelivered } from "#server/storage/deliveries/delivered.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { appendSubmissions } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { startProcess } from "./server-process.ts";
import { signUpLoad } from "./sign-up-load.ts";
import { startTypicalServer } from "./typical-server.ts";

const waitingLeads = 30_000;
const latencyMs = 200;
const burst = { perSecond: 300, seconds: 60 };
const minuteMs = 60_000;
const pollMs = 100;

/** Measures how fast waiting leads are delivered, and compares this server with a typical one during a burst. */
export async function benchDrain(): Promise<void> {
  await deliverBacklog();
  await deliverBurst();
  await deliverBurstByTypicalServer();
}

async function deliverBacklog(): Promise<void> {
  await withFakeAndStore(async ({ fake, database, settings }) => {
    await addWaitingLeads(database, waitingLeads);
    const startedAt = performance.now();
    const server = await startProcess("build/server/main.js", settings);
    await waitUntilDelivered(database, waitingLeads);
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    const min = minSeconds(waitingLeads);
    console.log(
      `${waitingLeads} leads waiting: ${fake.contacts.length} delivered in ${seconds.toFixed(1)} s, the minimum is ${min.toFixed(1)} s (ratio ${(seconds / min).toFixed(2)}); peak ${fake.peakPerSecond()} requests in a second, ${countRefused(fake)} refused`,
    );
  });
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
  return (minutes * minuteMs + (requests - 1) * gapMs + latencyMs) / 1_000;
}

async function deliverBurst(): Promise<void> {
  await withFakeAndStore(async ({ fake, database, settings }) => {
    const server = await startProcess("build/server/main.js", settings);
    const { accepted, refused } = await signUpLoad({
      url: `${server.url}${addContactPath}`,
      ...burst,
    });
    const startedAt = performance.now();
    await waitUntilDelivered(database, accepted);
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    console.log(
      `a burst of ${burst.perSecond}/s for ${burst.seconds} s, this server: ${accepted} accepted, ${refused} refused, ${countComplete(fake)} delivered completely, the last one ${seconds.toFixed(1)} s after the burst; peak ${fake.peakPerSecond()} requests in a second`,
    );
  });
}

async function deliverBurstByTypicalServer(): Promise<void> {
  const fake = await startFake();
  const typical = await startTypicalServer(fake.url);
  const { accepted, refused } = await signUpLoad({ url: typical.url, ...burst });
  console.log(
    `the same burst, three calls inside the request: ${accepted} accepted, ${refused} refused, ${fake.contacts.length} contacts, ${countComplete(fake)} delivered completely`,
  );
  typical.stop();
  await fake.stop();
}

type BenchSetup = {
  fake: FakeActiveCampaign;
  database: Database;
  settings: Record<string, string>;
};

async function withFakeAndStore(work: (setup: BenchSetup) => Promise<void>): Promise<void> {
  const fake = await startFake();
  const folder = await mkdtemp(join(tmpdir(), "bench-drain-"));
  const database = await openStore({ kind: "sqlite", folder });
  const settings = {
    PORT: "0",
    DATA_DIR: folder,
    TRUSTED_PROXIES: "1",
    ACTIVECAMPAIGN_URL: fake.url,
    ACTIVECAMPAIGN_TOKEN: "fake-token",
    ACTIVECAMPAIGN_LIST: "1",
    ACTIVECAMPAIGN_TAGS: "black",
  };
  await work({ fake, database, settings });
  await database.destroy();
  await fake.stop();
  await rm(folder, { recursive: true });
}

function startFake(): Promise<FakeActiveCampaign> {
  return startFakeActiveCampaign({ ...accountLimits, latencyMs, tags: ["black"] });
}

async function openStore(store: Store): Promise<Database> {
  const result = await openDatabase(store);
  if (result.kind !== "open") throw new Error(`The store cannot be opened: ${result.kind}`);
  return result.database;
}

async function addWaitingLeads(database: Database, count: number): Promise<void> {
  const groupSize = 500;
  for (let first = 0; first < count; first += groupSize) {
    const group = Array.from({ length: groupSize }, (_, index) => waitingLead(first + index));
    await appendSubmissions(database, group);
  }
  await deriveLeads(database, Date.now());
}

function waitingLead(number: number) {
  const email = `esperando${number}@exemplo.com`;
  const lead = { name: "Pessoa de Exemplo", email, whatsapp: "(11) 98765-4321" };
  return { lead, surface: "popup" as const, receivedAt: Date.now() };
}

async function waitUntilDelivered(database: Database, count: number): Promise<void> {
  while ((await countDelivered(database)) < count) await sleep(pollMs);
}

function countComplete({ contacts }: FakeActiveCampaign): number {
  return contacts.filter(({ lists, tags }) => lists["1"] === 1 && tags.includes("black")).length;
}

function countRefused({ requests }: FakeActiveCampaign): number {
  return requests.filter(({ status }) => status >= 400).length;
}
