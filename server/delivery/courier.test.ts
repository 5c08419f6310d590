import { setTimeout as sleep } from "node:timers/promises";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { appendSubmission } from "#server/storage/submissions.ts";
import type { Database } from "#server/storage/tables.ts";
import {
  type FakeActiveCampaign,
  type FakeOptions,
  startFakeActiveCampaign,
} from "#tests/support/fake-active-campaign.ts";
import { type Engine, engines, openTemporaryDatabase } from "#tests/support/temporary-database.ts";
import { connectActiveCampaign } from "./active-campaign.ts";
import { createCourier } from "./courier.ts";
import { createPace } from "./pace.ts";
import { createTagIds } from "./tag-ids.ts";

test("a lead arrives with its names, number, list and tags", async () => {
  const fake = await startFake({ tags: manyTags, requestsPerSecond: 5 });
  const { database, courier } = await setUp(fake.url);
  await signUp(database, "Ana Maria Lima");
  await courier.runPass();
  expect(fake.contacts).toEqual([
    {
      id: "1",
      email: "ana@example.com",
      firstName: "Ana",
      lastName: "Maria Lima",
      phone: "+5511987654321",
      lists: { 2: 1 },
      tags: ["black", "new"],
    },
  ]);
  expect(await deliveries(database)).toMatchObject([
    { state: "delivered", contact_id: "1", attempts: 1, due_at: null },
  ]);
});

test("a lead waits while ActiveCampaign is down, and arrives when it is up again", async () => {
  const fake = await startFake();
  const { database, courier, clock } = await setUp(fake.url);
  await fake.stop();
  await signUp(database);
  await courier.runPass();
  expect(await deliveries(database)).toMatchObject([
    { state: "due", attempts: 1, last_outcome: "retry-later: ECONNREFUSED" },
  ]);
  const again = await startFake({ port: Number(new URL(fake.url).port) });
  clock.now += 1_000;
  await courier.runPass();
  expect(again.contacts).toMatchObject([{ email: "ana@example.com" }]);
  expect(await deliveries(database)).toMatchObject([{ state: "delivered" }]);
});

test.each(engines)(
  "on %s a key that is refused closes the lane for a minute, and costs the lead nothing",
  async (engine) => {
    const fake = await startFake({ token: "another" });
    const { database, courier, clock } = await setUp(fake.url, engine);
    await signUp(database);
    await courier.runPass();
    clock.now += 59_999;
    await courier.runPass();
    expect(fake.requestTimes).toHaveLength(1);
    clock.now += 1;
    await courier.runPass();
    expect(fake.requestTimes).toHaveLength(2);
    expect(await deliveries(database)).toMatchObject([
      { state: "due", attempts: 0, last_outcome: "lane-closed: status 403" },
    ]);
  },
);

test.each(engines)("on %s a 429 silences the lane for as long as it asks", async (engine) => {
  const fake = await startFake({ requestsPerSecond: 0 });
  const { database, courier, clock } = await setUp(fake.url, engine);
  await signUp(database);
  await courier.runPass();
  clock.now += 999;
  await courier.runPass();
  expect(fake.requestTimes).toHaveLength(1);
  clock.now += 1;
  await courier.runPass();
  expect(fake.requestTimes).toHaveLength(2);
});

test.each(engines)("on %s without configuration only the books are kept", async (engine) => {
  const { database, courier } = await setUp(undefined, engine);
  await signUp(database);
  expect(await courier.runPass()).toBe(false);
  expect(await deliveries(database)).toMatchObject([{ state: "due", attempts: 0 }]);
});

test.each(engines)(
  "on %s a started courier delivers by itself and stops when asked",
  async (engine) => {
    const fake = await startFake();
    const { database, courier } = await setUp(fake.url, engine);
    await signUp(database);
    courier.start();
    await expect.poll(() => fake.contacts, { timeout: 5_000 }).toHaveLength(1);
    await courier.stop();
  },
);

/** The search for "black" finds them all: the right one stands on the second page. */
const manyTags = [...Array.from({ length: 120 }, (_, index) => `black ${index}`), "black"];

async function setUp(url: string | undefined, engine: Engine = "sqlite") {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  const clock = { now: 1_000_000 };
  const courier = createCourier({
    database,
    clock: () => clock.now,
    random: () => 1,
    log: pino({ level: "silent" }),
    delivery: url === undefined ? undefined : deliveryTo(url),
  });
  return { database, courier, clock };
}

function deliveryTo(url: string) {
  const settings = { url, token: "fake-token", list: "2", tags: ["black", "new"] };
  const pace = createPace({ clock: () => performance.now(), sleep });
  const activeCampaign = connectActiveCampaign(settings, { fetch, pace });
  return { activeCampaign, target: { ...settings, tagIds: createTagIds() } };
}

async function startFake(options: FakeOptions = {}): Promise<FakeActiveCampaign> {
  const fake = await startFakeActiveCampaign(options);
  onTestFinished(() => fake.stop());
  return fake;
}

function signUp(database: Database, name = "Ana"): Promise<void> {
  const lead = { name, email: "ana@example.com", whatsapp: "(11) 98765-4321" };
  return appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
}

function deliveries(database: Database) {
  return database.selectFrom("deliveries").selectAll().execute();
}
