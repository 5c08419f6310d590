import { expect, test } from "vitest";
import type { FakeActiveCampaign } from "#fake-active-campaign/start.ts";
import { personOf, readLinkKey } from "#server/store/pass.ts";
import type { Database } from "#server/store/schema.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, bia, caio, people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s who entered gets the tag, delivered alone or with an import",
  async (engine) => {
    const { fake, signUp, runFor, runUntilIdle, database, clock } = await startDelivering(engine);
    await signUp(...people(51));
    await runFor(60_000);
    await signUp(ana, bia);
    await runUntilIdle();
    const before = await deliveriesOf(database);
    const entered = [ana.email, "person-3@example.com", "person-50@example.com"];
    for (const email of entered) await enter(database, email, clock.now);
    await runUntilIdle();
    expect(taggedIn(fake)).toEqual(entered.toSorted());
    expect(await dueTimes(database)).toEqual([null, null, null]);
    expect(await deliveriesOf(database)).toEqual(before);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

test("who entered before the lead is delivered gets the tag after it", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering();
  await enter(database, ana.email, clock.now);
  await enter(database, "unknown@example.com", clock.now);
  await runUntilIdle();
  expect(fake.requests).toEqual([]);
  await signUp(ana);
  fake.misbehave({ how: "500", on: "POST /contact/sync", next: 4 });
  await runUntilIdle();
  expect(taggedIn(fake)).toEqual([]);
  clock.now += 60_000;
  await runUntilIdle();
  expect(taggedIn(fake)).toEqual([ana.email]);
});

test("a tag follows its lead at once, also beside one whose lead is late", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering();
  for (const email of ["late@example.com", ana.email]) await enter(database, email, clock.now);
  await runUntilIdle();
  await signUp(ana);
  const before = clock.now;
  await runUntilIdle();
  expect(taggedIn(fake)).toEqual([ana.email]);
  expect(clock.now - before).toBeLessThan(10_000);
});

test("new leads are delivered before tags of who entered", async () => {
  const { fake, signUp, runUntilIdle, database, clock } = await startDelivering();
  await signUp(ana);
  await runUntilIdle();
  await enter(database, ana.email, clock.now);
  await signUp(bia, caio);
  await runUntilIdle();
  expect(taggedIn(fake)).toEqual([ana.email]);
  const lastOf = (wanted: string) =>
    fake.requests.findLastIndex(({ method, path }) => `${method} ${path}` === wanted);
  // The tag of people who entered is created at ActiveCampaign only when the first contact gets it.
  expect(lastOf("POST /tags")).toBeGreaterThan(lastOf("POST /contact/sync"));
});

test.each([
  ["404 contact merged", "POST /contactTags", 1],
  ["500", "POST /contactTags", 4],
  ["429", "POST /contactTags", 1],
  ["403", "GET /tags", 1],
] as const)("after %s of %s, %i times, the tag arrives", async (how, on, next) => {
  const { fake, signUp, runFor, runUntilIdle, database, clock } = await startDelivering();
  await signUp(ana);
  await runFor(60_000);
  const before = await deliveriesOf(database);
  await enter(database, ana.email, clock.now);
  fake.misbehave({ how, on, next });
  for (let minute = 0; minute < 6; minute += 1) {
    await runUntilIdle();
    clock.now += 60_000;
  }
  expect(taggedIn(fake)).toEqual([ana.email]);
  expect(await dueTimes(database)).toEqual([null]);
  expect(await deliveriesOf(database)).toEqual(before);
});

async function enter(database: Database, email: string, at: number): Promise<void> {
  const person = personOf(await readLinkKey(database), email);
  await database.insertInto("entries").values({ person, at, tag_due_at: at }).execute();
}

function taggedIn({ contacts }: FakeActiveCampaign): string[] {
  const tagged = contacts.filter(({ tags }) => tags.includes("entered"));
  return tagged.map(({ email }) => email).toSorted();
}

async function dueTimes(database: Database): Promise<(number | null)[]> {
  const rows = await database.selectFrom("entries").select("tag_due_at").execute();
  return rows.map(({ tag_due_at }) => tag_due_at);
}

function deliveriesOf(database: Database) {
  return database.selectFrom("deliveries").selectAll().orderBy("lead_id").execute();
}
