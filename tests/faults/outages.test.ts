import { expect, test } from "vitest";
import { type FaultName, faultNames } from "#fake-active-campaign/faults.ts";
import { makeDue } from "#server/store/deliveries.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { target } from "#tests/support/courier/test-courier.ts";
import { isLongRun, rounds } from "#tests/support/faults/server.ts";
import { people } from "#tests/support/people.ts";
import { countDelivered } from "#tests/support/store/count-delivered.ts";

/** The clock of these tests moves only while the courier waits, so the seconds do not depend on the machine. */
const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
/** The limit in real time, long enough for a busy machine. */
const timeLimitMs = 120_000;

test(
  "after ten seconds of outage and with half of all answers bad, six hundred leads are delivered in 20 s",
  async () => {
    const delivering = await startDelivering();
    const { fake, signUp, runUntil, clock } = delivering;
    const endOutage = fake.misbehave({ how: "reset before the work" });
    const began = clock.now;
    await signUp(...people(600));
    await runUntil(async () => clock.now >= began + 10 * secondMs);
    endOutage();
    fake.misbehave({ how: "500", share: 0.5, seed: 1 });
    await runUntil(async () => (await countDelivered(delivering.database)) === 600);
    expect(clock.now - began).toBeLessThanOrEqual(30 * secondMs);
    expectLimitsKept(delivering);
  },
  timeLimitMs,
);

test.each([
  ["an hour", hourMs, 60],
  ["a day", 24 * hourMs, 24],
])(
  "after %s of outage, the first lead arrives within a minute, and each arrives once",
  async (_, outageMs, leads) => {
    const delivering = await startDelivering();
    const { fake, signUp, runUntil, runFor, clock } = delivering;
    const endOutage = fake.misbehave({ how: "reset before the work" });
    const end = clock.now + outageMs;
    await signUp(...people(leads));
    await runUntil(async () => {
      // The clock moves in larger steps than the courier's own rests, because nothing else happens in this time.
      clock.now += outageMs / 100;
      return clock.now >= end;
    });
    endOutage();
    const ended = clock.now;
    await runUntil(async () => (await countDelivered(delivering.database)) > 0);
    expect(clock.now - ended).toBeLessThanOrEqual(60 * secondMs);
    await runFor(2 * hourMs);
    expectLimitsKept(delivering);
    await expectAllDeliveredOnce(delivering, leads);
  },
  timeLimitMs,
);

function expectLimitsKept({ fake }: Delivering): void {
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  expect(fake.requests.filter(({ status }) => status === 429)).toEqual([]);
}

const leadsAtOnce = 24;
const moreRounds = isLongRun ? rounds : 1;
/** The test waits for this real time for each missing answer, so only few answers are missing. */
const maxAnswerMs = 1_500;
const silent = new Set<FaultName>([
  "hangs before the work",
  "hangs after the work",
  "stalls amid the body",
]);

test(
  "with half of all answers bad, of every kind, each lead arrives once",
  async () => {
    const delivering = await startDelivering("sqlite", { maxAnswerMs, importTakesMs: 5_000 });
    const { fake, signUp, runFor } = delivering;
    const faults = faultNames();
    for (const [index, how] of faults.entries()) {
      const next = silent.has(how) ? Math.min(moreRounds, 20) : Number.POSITIVE_INFINITY;
      fake.misbehave({ how, next, seed: index + 1, share: shareOfEach(faults.length) });
    }
    await signUp(...people(leadsAtOnce, "together"));
    await runFor(hourMs);
    for (let round = 0; round < moreRounds; round += 1) {
      await signUp(...people(5, `round${round}`));
      await runFor(hourMs);
    }
    const bad = fake.requests.filter(({ status }) => status !== 200 && status !== 201);
    expect(bad.length).toBeGreaterThan(fake.requests.length / 4);
    fake.behave();
    await runFor(2 * hourMs);
    await retryParked(delivering);
    await runFor(2 * hourMs);
    await expectAllDeliveredOnce(delivering, leadsAtOnce + 5 * moreRounds);
  },
  10 * timeLimitMs,
);

/** The share of the calls that each fault hits: all faults together hit half of the calls. */
function shareOfEach(faults: number): number {
  return 1 - 0.5 ** (1 / faults);
}

/** Makes parked deliveries due again, as the operator's command `retry all` does. */
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
  expect(fake.requests.filter(({ path }) => path.startsWith("outside"))).toEqual([]);
}
