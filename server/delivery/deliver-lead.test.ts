import { expect, test } from "vitest";
import { faultNames } from "#fake-active-campaign/faults.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, bia } from "#tests/support/people.ts";
import { retryDelayMs } from "./failure-policy.ts";

/** In tests where no answer ever comes, the courier waits for only a second. */
const silent = { maxAnswerMs: 1_000 };

test.each(faultNames("retry-later"))("after %s the lead is tried again", async (how) => {
  const { fake, signUp, runUntilIdle, deliveries, clock } = await startDelivering(
    "sqlite",
    /^hangs|^stalls/.test(how) ? silent : {},
  );
  fake.misbehave({ how, next: 1 });
  await signUp(ana);
  await runUntilIdle();
  expect(await deliveries()).toMatchObject([
    { state: "due", attempts: 1, last_outcome: expect.stringMatching(/^unanswered: /) },
  ]);
  clock.now += 1_000;
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ email: "ana@example.com", tags: ["black", "new"] }]);
  expect(fake.requests.filter(({ path }) => path.startsWith("outside"))).toEqual([]);
});

test.each(faultNames("repeated at once"))(
  "after %s three times the request is repeated at once, after a fourth time later",
  async (how) => {
    const { fake, signUp, runUntilIdle, deliveries } = await startDelivering();
    fake.misbehave({ how, next: 3 });
    await signUp(ana);
    await runUntilIdle();
    expect(fake.contacts).toMatchObject([{ lists: { 2: 1 }, tags: ["black", "new"] }]);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
    fake.misbehave({ how, next: 4 });
    await signUp(bia);
    await runUntilIdle();
    expect(await deliveries()).toMatchObject([
      { state: "delivered", attempts: 1 },
      { state: "due", attempts: 1, last_outcome: expect.stringMatching(/^unanswered: /) },
    ]);
  },
);

test.each([...faultNames("rate-limited"), ...faultNames("account-refused")])(
  "after %s all deliveries wait, and no lead loses a try",
  async (how) => {
    const { fake, signUp, runUntilIdle, deliveries, clock } = await startDelivering();
    const endFault = fake.misbehave({ how });
    await signUp(ana, bia);
    await runUntilIdle();
    expect(fake.requests.filter(({ path }) => path !== "/users/me")).toHaveLength(1);
    expect(await deliveries()).toMatchObject([{ attempts: 0 }, { attempts: 0 }]);
    endFault();
    clock.now += 15 * 60_000;
    await runUntilIdle();
    expect(fake.contacts).toHaveLength(2);
  },
);

test.each(faultNames("parked"))("%s parks the lead at once and logs it", async (how) => {
  const { fake, signUp, runUntilIdle, deliveries, alarms } = await startDelivering();
  fake.misbehave({ how, next: 1, on: "POST /contact/sync" });
  await signUp(ana);
  await runUntilIdle();
  expect(await deliveries()).toMatchObject([{ state: "parked", due_at: null }]);
  expect(alarms).toEqual(["lead-recusado"]);
});

test.each(faultNames("parked after three tries"))(
  "%s parks the lead after three tries and logs it",
  async (how) => {
    const { fake, signUp, runUntilIdle, deliveries, clock, alarms } = await startDelivering();
    fake.misbehave({ how, on: "POST /contact/sync" });
    await signUp(ana);
    for (const refusals of [1, 2]) {
      await runUntilIdle();
      expect(await deliveries()).toMatchObject([{ state: "due", refusals }]);
      clock.now += 60_000;
    }
    expect(alarms).toEqual([]);
    await runUntilIdle();
    expect(await deliveries()).toMatchObject([{ state: "parked", refusals: 3 }]);
    expect(alarms).toEqual(["lead-recusado"]);
  },
);

test("a phone number that is refused is left out, and a note says so", async () => {
  const { fake, signUp, runUntilIdle, deliveries } = await startDelivering();
  fake.misbehave({ how: "422 phone" });
  await signUp(ana);
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ firstName: "Ana", tags: ["black", "new"] }]);
  expect(fake.contacts[0]).not.toHaveProperty("phone");
  expect(await deliveries()).toMatchObject([
    { state: "delivered", last_outcome: "delivered: without phone" },
  ]);
});

test.each(faultNames("synced again"))("after %s the contact is synced again", async (how) => {
  const { fake, signUp, runUntilIdle, deliveries } = await startDelivering();
  fake.misbehave({ how, next: 1 });
  await signUp(ana);
  await runUntilIdle();
  expect(fake.contacts).toMatchObject([{ lists: { 2: 1 }, tags: ["black", "new"] }]);
  fake.misbehave({ how, next: 2 });
  await signUp(bia);
  await runUntilIdle();
  expect(await deliveries()).toMatchObject([
    { state: "delivered", attempts: 1 },
    { state: "due", last_outcome: "unanswered: status 404" },
  ]);
});

test("a tag that another process creates at the same moment is found", async () => {
  const { fake, signUp, runFor } = await startDelivering();
  fake.misbehave({ how: "tag created meanwhile" });
  await signUp(ana);
  await runFor(60_000);
  expect(fake.contacts).toMatchObject([{ tags: ["black", "new"] }]);
  expect(fake.tags).toHaveLength(2);
});

test.each([
  [1, 1, 1_000],
  [4, 0.5, 4_000],
  [7, 0, 0],
  [15, 1, 60_000],
  [16, 1, 120_000],
  [500, 1, 3_600_000],
])("after try %i, with chance %f, the next try comes after %i ms", (attempts, random, delay) => {
  expect(retryDelayMs(attempts, () => random)).toBe(delay);
});
