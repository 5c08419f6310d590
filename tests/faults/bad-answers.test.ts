import { expect, test } from "vitest";
import { makeDue } from "#server/storage/deliveries/deliveries.ts";
import { type Delivering, startDelivering, target } from "#tests/support/courier/delivering.ts";
import { type FaultName, faults } from "#tests/support/fake-active-campaign/faults.ts";

const rounds = Number(process.env["ROUNDS"] ?? 1);
const hourMs = 3_600_000;

/** Long enough for an answer on a busy machine; each that hangs costs it. */
const patienceMs = 300;

test("with half of all answers bad, in every way there is, each lead arrives once and the limits are kept", async () => {
  const delivering = await startDelivering("sqlite", { patienceMs, importTakesMs: 5_000 });
  const { fake, signUp, carryOnFor } = delivering;
  const ways = Object.keys(faults).filter(isMisbehaviour);
  for (const [seed, how] of ways.entries())
    fake.misbehave({ how, seed: seed + 1, share: shareOfEach(ways.length) });
  await signUp(...people(60, "together"));
  await carryOnFor(hourMs);
  for (let round = 0; round < rounds; round += 1) {
    await signUp(...people(5, `round${round}`));
    await carryOnFor(hourMs);
  }
  const bad = fake.requests.filter(({ status }) => status !== 200 && status !== 201);
  expect(bad.length).toBeGreaterThan(fake.requests.length / 4);
  fake.behave();
  await carryOnFor(2 * hourMs);
  await sendParkedAgain(delivering);
  await carryOnFor(2 * hourMs);
  await expectEverybodyOnce(delivering, 60 + 5 * rounds);
}, 600_000);

test("ActiveCampaign away for a day costs nobody, and a try a minute", async () => {
  const delivering = await startDelivering();
  const { fake, signUp, carryOn, carryOnFor, clock } = delivering;
  const mended = fake.misbehave({ how: "reset before the work" });
  await signUp(...people(60, "together"));
  const before = clock.now;
  while (clock.now < before + 24 * hourMs) {
    await carryOn();
    clock.now += hourMs / 4;
  }
  mended();
  await carryOnFor(2 * hourMs);
  await expectEverybodyOnce(delivering, 60);
}, 120_000);

/** So that together they spoil half of what comes. */
function shareOfEach(ways: number): number {
  return 1 - 0.5 ** (1 / ways);
}

/** As the operator does with `retry --all`. */
async function sendParkedAgain({ database, deliveries, clock }: Delivering): Promise<void> {
  const parked = (await deliveries()).filter(({ state }) => state === "parked");
  const ids = parked.map(({ lead_id }) => lead_id);
  await database.transaction().execute((writing) => makeDue(writing, ids, clock.now));
}

async function expectEverybodyOnce({ fake, deliveries }: Delivering, count: number): Promise<void> {
  const states = (await deliveries()).map(({ state }) => state);
  expect(states).toEqual(Array.from({ length: count }, () => "delivered"));
  const emails = fake.contacts.map(({ email }) => email);
  expect(new Set(emails).size).toBe(emails.length);
  expect(emails).toHaveLength(count);
  for (const contact of fake.contacts)
    expect(contact).toMatchObject({ lists: { [target.list]: 1 } });
  expect(fake.contacts.filter(({ tags }) => tags.length !== target.tags.length)).toEqual([]);
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  expect(fake.redirectsFollowed).toEqual([]);
}

function people(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}-${index}@example.com` }));
}

function isMisbehaviour(name: string): name is FaultName {
  return Object.hasOwn(faults, name);
}
