import { expect, test } from "vitest";
import { faultNames } from "#fake-active-campaign/faults.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana } from "#tests/support/people.ts";

test.each(faultNames("repeated at once"))(
  "after %s twice the request is repeated at once, within the rate limit, and the lead is delivered",
  async (how) => {
    const { fake, signUp, runUntilIdle, deliveries } = await startDelivering();
    fake.misbehave({ how, next: 2 });
    await signUp(ana);
    await runUntilIdle();
    expect(await deliveries()).toMatchObject([{ state: "delivered", attempts: 1 }]);
    expect(fake.contacts).toMatchObject([{ lists: { 2: 1 }, tags: ["black", "new"] }]);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

test.each(faultNames("repeated at once"))(
  "after %s three times the lead is tried again later",
  async (how) => {
    const { fake, signUp, runUntilIdle, deliveries, clock } = await startDelivering();
    fake.misbehave({ how, next: 3 });
    await signUp(ana);
    await runUntilIdle();
    expect(await deliveries()).toMatchObject([
      { state: "due", attempts: 1, last_outcome: expect.stringMatching(/^retry-later: /) },
    ]);
    clock.now += 1_000;
    await runUntilIdle();
    expect(fake.contacts).toMatchObject([{ email: "ana@example.com", tags: ["black", "new"] }]);
  },
);
