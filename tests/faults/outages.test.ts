import { expect, test } from "vitest";
import type { FaultName } from "#fake-active-campaign/faults.ts";
import { countDelivered } from "#server/storage/deliveries/delivered.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { people } from "#tests/support/people.ts";

/** The clock of these tests moves only while the courier waits, so the seconds do not depend on the machine. */
const secondMs = 1_000;
const hourMs = 3_600 * secondMs;

const outages: FaultName[] = ["reset before the work", "500", "403"];

test.each(outages)(
  "when every answer is %s for ten seconds, six hundred leads are delivered 25 s after the first sign-up",
  async (how) => {
    const delivering = await startDelivering();
    const { fake, signUp, runUntil, clock } = delivering;
    const endOutage = fake.misbehave({ how });
    const began = clock.now;
    await signUp(...people(600));
    await runUntil(async () => clock.now >= began + 10 * secondMs);
    endOutage();
    await runUntil(async () => (await countDelivered(delivering.database)) === 600);
    expect(clock.now - began).toBeLessThanOrEqual(25 * secondMs);
    expectLimitsKept(delivering);
  },
);

const badAnswers: FaultName[] = [
  "500",
  "502 with an HTML page",
  "reset before the work",
  "reset after the work",
  "2xx that isn't JSON",
];

test.each([
  { seed: 1, leads: 600, withinSeconds: 150 },
  { seed: 1, leads: 45, withinSeconds: 120 },
])(
  "with half of the answers bad (seed $seed), $leads leads are delivered within $withinSeconds s",
  async ({ seed, leads, withinSeconds }) => {
    const random = randomFrom(seed);
    const delivering = await startDelivering("sqlite", { random });
    const { fake, signUp, runUntil, clock } = delivering;
    for (const [index, how] of badAnswers.entries())
      fake.misbehave({ how, share: 1 - 0.5 ** (1 / badAnswers.length), seed: 10 * seed + index });
    const began = clock.now;
    await signUp(...people(leads));
    await runUntil(async () => (await countDelivered(delivering.database)) === leads);
    expect(clock.now - began).toBeLessThanOrEqual(withinSeconds * secondMs);
    expectLimitsKept(delivering);
  },
);

test.each([1, 600])(
  "after an outage of an hour, the first of %i leads is delivered within a minute",
  async (leads) => {
    const delivering = await startDelivering();
    const { fake, signUp, runUntil, clock } = delivering;
    const endOutage = fake.misbehave({ how: "reset before the work" });
    const began = clock.now;
    await signUp(...people(leads));
    await runUntil(async () => clock.now >= began + hourMs);
    endOutage();
    const end = clock.now;
    await runUntil(async () => (await countDelivered(delivering.database)) > 0);
    expect(clock.now - end).toBeLessThanOrEqual(60 * secondMs);
    expectLimitsKept(delivering);
  },
);

function expectLimitsKept({ fake }: Delivering): void {
  expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  expect(fake.requests.filter(({ status }) => status === 429)).toEqual([]);
}

/** Random numbers by the method of Park and Miller, which gives the same numbers on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
