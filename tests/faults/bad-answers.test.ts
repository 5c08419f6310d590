import { expect, test } from "vitest";
import { faultNames } from "#fake-active-campaign/faults.ts";
import { makeDue } from "#server/storage/deliveries/deliveries.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { target } from "#tests/support/courier/test-courier.ts";
import { people } from "#tests/support/people.ts";

const rounds = Number(process.env["ROUNDS"] ?? 1);
const hourMs = 3_600_000;

/**
 * How long the courier waits for an answer, in milliseconds: enough on a busy machine, but short, because the test
 * waits this long for each answer that never comes.
 */
const maxAnswerMs = 300;

test("with half of all answers bad, of every kind, each lead arrives once and the limits are kept", async () => {
  const delivering = await startDelivering("sqlite", { maxAnswerMs, importTakesMs: 5_000 });
  const { fake, signUp, runFor } = delivering;
  const faults = faultNames();
  for (const [index, how] of faults.entries())
    fake.misbehave({ how, seed: index + 1, share: shareOfEach(faults.length) });
  await signUp(...people(60, "together"));
  await runFor(hourMs);
  for (let round = 0; round < rounds; round += 1) {
    await signUp(...people(5, `round${round}`));
    await runFor(hourMs);
  }
  const bad = fake.requests.filter(({ status }) => status !== 200 && status !== 201);
  expect(bad.length).toBeGreaterThan(fake.requests.length / 4);
  fake.behave();
  await runFor(2 * hourMs);
  await retryParked(delivering);
  await runFor(2 * hourMs);
  await expectAllDeliveredOnce(delivering, 60 + 5 * rounds);
}, 600_000);

test("after a day without ActiveCampaign, each lead is delivered once and the limits are kept", async () => {
  const delivering = await startDelivering();
  const { fake, signUp, runUntilIdle, runFor, clock } = delivering;
  const endOutage = fake.misbehave({ how: "reset before the work" });
  await signUp(...people(60, "together"));
  const before = clock.now;
  while (clock.now < before + 24 * hourMs) {
    await runUntilIdle();
    clock.now += hourMs / 4;
  }
  endOutage();
  await runFor(2 * hourMs);
  await expectAllDeliveredOnce(delivering, 60);
}, 120_000);

/**
 * The share of the calls to which each fault happens: with this share, all faults together happen to half of the calls.
 */
function shareOfEach(faults: number): number {
  return 1 - 0.5 ** (1 / faults);
}

/** Makes parked deliveries due again, as the operator does with `retry --all`. */
async function retryParked({ database, deliveries, clock }: Delivering): Promise<void> {
  const parked = (await deliveries()).filter(({ state }) => state === "parked");
  const ids = parked.map(({ lead_id }) => lead_id);
  await database.transaction().execute((writing) => makeDue(writing, ids, clock.now));
}

async function expectAllDeliveredOnce({ fake, deliveries }: Delivering, count: number) {
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
