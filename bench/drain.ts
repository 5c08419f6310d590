import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { addContactPath } from "#lead/contract.ts";
import { openDatabase, type Store } from "#server/storage/connection/open-database.ts";
import { countDelivered } from "#server/storage/deliveries/delivered.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { appendSubmissions } from "#server/storage/submissions/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import { accountLimits, importLimits } from "#tests/support/fake-active-campaign/limits.ts";
import {
  type FakeActiveCampaign,
  startFakeActiveCampaign,
} from "#tests/support/fake-active-campaign/start.ts";
import { startProcess } from "./server-process.ts";
import { signUpLoad } from "./sign-up-load.ts";
import { startTypicalServer } from "./typical-server.ts";

const waitingLeads = 30_000;
const latencyMs = 200;
const burst = { perSecond: 300, seconds: 60 };
const minuteMs = 60_000;
const pollMs = 100;

/** How fast what waits is delivered, and how many leads of a burst arrive at all, beside the usual way. */
export async function benchDrain(): Promise<void> {
  await drainBacklog();
  await takeBurst();
  await takeBurstTheUsualWay();
}

async function drainBacklog(): Promise<void> {
  await withFakeAndStore(async ({ fake, database, settings }) => {
    await addWaiting(database, waitingLeads);
    const startedAt = performance.now();
    const server = await startProcess("build/server/main.js", settings);
    await untilDelivered(database, waitingLeads);
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    const least = leastSeconds(waitingLeads);
    console.log(
      `${waitingLeads} leads waiting: ${fake.contacts.length} delivered in ${seconds.toFixed(1)} s, the least is ${least.toFixed(1)} s (${(seconds / least).toFixed(2)}); peak ${fake.peakPerSecond()} requests in a second, ${countRefused(fake)} refused`,
    );
  });
}

/**
 * Every batch is sent, and asked after once. The importer takes so many a minute; those of the last minute, with the
 * questions about them, go at the rate of all requests, and the last answer is on its way for the latency.
 */
function leastSeconds(leads: number): number {
  const batches = Math.ceil(leads / importLimits.contacts);
  const aMinute = importLimits.requestsPerMinute.severalContacts;
  const minutes = Math.ceil(batches / aMinute) - 1;
  const requests = 2 * (batches - minutes * aMinute);
  const gapMs = 1_000 / accountLimits.requestsPerSecond;
  return (minutes * minuteMs + (requests - 1) * gapMs + latencyMs) / 1_000;
}

async function takeBurst(): Promise<void> {
  await withFakeAndStore(async ({ fake, database, settings }) => {
    const server = await startProcess("build/server/main.js", settings);
    const { accepted, refused } = await signUpLoad({
      url: `${server.url}${addContactPath}`,
      ...burst,
    });
    const startedAt = performance.now();
    await untilDelivered(database, accepted);
    const seconds = (performance.now() - startedAt) / 1_000;
    await server.stop();
    console.log(
      `a burst of ${burst.perSecond}/s for ${burst.seconds} s, this server: ${accepted} accepted, ${refused} refused, ${complete(fake)} delivered whole, the last one ${seconds.toFixed(1)} s after the burst; peak ${fake.peakPerSecond()} requests in a second`,
    );
  });
}

async function takeBurstTheUsualWay(): Promise<void> {
  const fake = await startFake();
  const typical = await startTypicalServer(fake.url);
  const { accepted, refused } = await signUpLoad({ url: typical.url, ...burst });
  console.log(
    `the same burst, three calls inside the request: ${accepted} accepted, ${refused} refused, ${fake.contacts.length} contacts, ${complete(fake)} delivered whole`,
  );
  typical.stop();
  await fake.stop();
}

type Scene = { fake: FakeActiveCampaign; database: Database; settings: Record<string, string> };

async function withFakeAndStore(work: (scene: Scene) => Promise<void>): Promise<void> {
  const fake = await startFake();
  const folder = await mkdtemp(join(tmpdir(), "bench-drain-"));
  const database = await opened({ kind: "sqlite", folder });
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

async function opened(store: Store): Promise<Database> {
  const result = await openDatabase(store);
  if (result.kind !== "open") throw new Error(`The store cannot be opened: ${result.kind}`);
  return result.database;
}

async function addWaiting(database: Database, count: number): Promise<void> {
  const groupSize = 500;
  for (let first = 0; first < count; first += groupSize) {
    const group = Array.from({ length: groupSize }, (_, index) => waiting(first + index));
    await appendSubmissions(database, group);
  }
  await deriveLeads(database, Date.now());
}

function waiting(number: number) {
  const email = `esperando${number}@exemplo.com`;
  const lead = { name: "Pessoa de Exemplo", email, whatsapp: "(11) 98765-4321" };
  return { lead, surface: "popup" as const, receivedAt: Date.now() };
}

async function untilDelivered(database: Database, count: number): Promise<void> {
  while ((await countDelivered(database)) < count) await sleep(pollMs);
}

function complete({ contacts }: FakeActiveCampaign): number {
  return contacts.filter(({ lists, tags }) => lists["1"] === 1 && tags.includes("black")).length;
}

function countRefused({ requests }: FakeActiveCampaign): number {
  return requests.filter(({ status }) => status >= 400).length;
}
