import { expect, test } from "vitest";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import type { FaultName } from "#tests/support/fake-active-campaign/faults.ts";

const secondMs = 1_000;
const ordinaryEverySeconds = 10;
const lastingSeconds = 200;

const ways: FaultName[] = ["403 with an HTML page", "404 on sync", "500"];
const cases = [1, 10].flatMap((bad) => ways.map((how) => ({ bad, how })));

test.each(cases)(
  "with $bad sign-ups that are always answered with $how, others arrive within seconds",
  async ({ bad, how }) => {
    const delivering = await startDelivering();
    const { fake, signUp, deliveries } = delivering;
    fake.misbehave({ how, mentioning: "bad" });
    await signUp(...people(bad, "bad"));
    const waits = await signUpOrdinary(delivering, lastingSeconds);
    expect(waits).toHaveLength(lastingSeconds / ordinaryEverySeconds);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10 * secondMs);
    const states = (await deliveries()).map(({ state }) => state);
    expect(states.slice(0, bad)).toContain("parked");
    expect(states.slice(bad).every((state) => state === "delivered")).toBe(true);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

test("one bad sign-up among six hundred is found by halving the batch, and the others still travel together", async () => {
  const { fake, signUp, courier, deliveries, clock } = await startDelivering();
  fake.misbehave({ how: "403 with an HTML page", mentioning: "bad" });
  await signUp(...people(300, "good"), ...people(1, "bad"), ...people(299, "better"));
  const began = clock.now;
  while (clock.now < began + 60 * secondMs) if (!(await courier.runPass())) clock.now += secondMs;
  const delivered = (await deliveries()).filter(({ state }) => state === "delivered");
  expect(delivered).toHaveLength(599);
  expect(fake.contacts).toHaveLength(599);
});

/** Signs one person up every ten seconds, and returns how long each of them waited. */
async function signUpOrdinary(
  { courier, signUp, clock, database }: Delivering,
  seconds: number,
): Promise<number[]> {
  const began = clock.now;
  let nextAt = began;
  while (clock.now < began + (seconds + ordinaryEverySeconds) * secondMs) {
    if (clock.now >= nextAt && nextAt < began + seconds * secondMs) {
      await signUp({ email: `ordinary${nextAt}@example.com`, receivedAt: nextAt });
      nextAt += ordinaryEverySeconds * secondMs;
    }
    const more = await courier.runPass();
    if (!more) clock.now += secondMs;
  }
  const rows = await database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["deliveries.updated_at as deliveredAt", "leads.created_at as signedUpAt"])
    .where("state", "=", "delivered")
    .execute();
  return rows.map(({ deliveredAt, signedUpAt }) => deliveredAt - signedUpAt);
}

function people(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}
