import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { faultNames } from "#tests/support/fake-active-campaign/faults.ts";

test.each(faultNames("repeated at once"))(
  "after %s twice the request is repeated at once, within the rate limit, and the lead is delivered",
  async (how) => {
    const { fake, signUp, carryOn, deliveries } = await startDelivering();
    fake.misbehave({ how, next: 2 });
    await signUp({});
    await carryOn();
    expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(fake.contacts).toMatchObject([{ lists: { 2: 1 }, tags: ["black", "new"] }]);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

test.each(faultNames("repeated at once"))(
  "after %s three times the lead is tried again later",
  async (how) => {
    const { fake, signUp, carryOn, deliveries, clock } = await startDelivering();
    fake.misbehave({ how, next: 3 });
    await signUp({});
    await carryOn();
    expect(await deliveries()).toMatchObject([
      { state: "due", attempts: 1, last_outcome: expect.stringMatching(/^retry-later: /) },
    ]);
    clock.now += 1_000;
    await carryOn();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com", tags: ["black", "new"] }]);
  },
);

test("the next try of a lead continues where it failed, but still sends newer values", async () => {
  const { fake, signUp, carryOn, clock } = await startDelivering();
  const paths = () => fake.requests.map(({ path }) => path);
  fake.misbehave({ how: "500", on: "POST /contactTags", next: 3 });
  await signUp({});
  await carryOn();
  clock.now += 1_000;
  await carryOn();
  expect(fake.contacts).toMatchObject([{ lists: { 2: 1 }, tags: ["black", "new"] }]);
  expect(paths().filter((path) => path === "/contact/sync")).toHaveLength(1);
  fake.misbehave({ how: "500", on: "POST /contactTags", next: 3 });
  await signUp({ name: "Ana Nova" });
  await carryOn();
  await signUp({ name: "Ana Novíssima" });
  await carryOn();
  expect(fake.contacts).toMatchObject([{ lastName: "Novíssima" }]);
});
