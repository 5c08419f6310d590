import { expect, test } from "vitest";
import type { FaultName } from "#fake-active-campaign/faults.ts";
import { type Delivering, group, startDelivering } from "#tests/support/courier/delivering.ts";

const secondMs = 1_000;
const ordinaryEveryMs = 10 * secondMs;
const ordinaryCount = 10;

const bad = 10;
const faults: FaultName[] = ["403 with an HTML page", "404 on sync", "500"];

test.each(faults)(
  "beside ten leads that always get %s, others arrive within seconds",
  async (how) => {
    const delivering = await startDelivering();
    const { fake, signUp, deliveries } = delivering;
    await delivering.runUntilIdle();
    fake.misbehave({ how, mentioning: "bad" });
    await signUp(...group("bad", bad));
    const waits = await signUpOrdinary(delivering);
    expect(waits).toHaveLength(ordinaryCount);
    expect(Math.max(...waits)).toBeLessThanOrEqual(10 * secondMs);
    const states = (await deliveries()).map(({ state }) => state);
    // A status 500 says nothing about the lead, so it is tried again and again.
    expect(states.slice(0, bad).includes("parked")).toBe(how !== "500");
    expect(states.slice(bad).every((state) => state === "delivered")).toBe(true);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

/** Signs up one person every ten seconds while the courier works, and returns how long each person waited for the delivery. */
async function signUpOrdinary({
  runUntil,
  signUp,
  clock,
  database,
}: Delivering): Promise<number[]> {
  const began = clock.now;
  let signedUp = 0;
  clock.onWait = async () => {
    const receivedAt = began + signedUp * ordinaryEveryMs;
    if (signedUp === ordinaryCount || clock.now < receivedAt) return;
    signedUp += 1;
    await signUp({ email: `ordinary${signedUp}@example.com`, receivedAt });
  };
  await runUntil(() => clock.now >= began + (ordinaryCount + 1) * ordinaryEveryMs);
  const rows = await database
    .selectFrom("deliveries")
    .innerJoin("leads", "leads.id", "deliveries.lead_id")
    .select(["deliveries.updated_at as deliveredAt", "leads.created_at as signedUpAt"])
    .where("state", "=", "delivered")
    .execute();
  return rows.map(({ deliveredAt, signedUpAt }) => deliveredAt - signedUpAt);
}
