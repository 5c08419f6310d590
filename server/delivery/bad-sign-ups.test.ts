import { expect, test } from "vitest";
import type { FaultName } from "#fake-active-campaign/faults.ts";
import { erasePerson } from "#server/store/erasure.ts";
import { type Delivering, group, startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, people } from "#tests/support/people.ts";

const secondMs = 1_000;
const ordinaryEveryMs = 10 * secondMs;
const ordinaryCount = 6;

/** One more than the refused leads after which the courier blames no lead any more. */
const bad = 6;
const faults: FaultName[] = ["403 with an HTML page", "404 on sync", "500"];

test.each(faults)(
  "beside six leads that always get %s, others arrive within seconds",
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
    // A status 500 says nothing about the lead, so the lead is not parked but tried again and again.
    expect(states.slice(0, bad).includes("parked")).toBe(how !== "500");
    expect(states.slice(bad).every((state) => state === "delivered")).toBe(true);
    expect(fake.peakPerSecond()).toBeLessThanOrEqual(5);
  },
);

const hourMs = 60 * 60_000;
const cases: { on: string; how: FaultName }[] = [
  { on: "DELETE /contacts/*", how: "403" },
  { on: "POST /import/bulk_import", how: "500" },
  { on: "GET /import/info", how: "2xx that isn't JSON" },
];

test.each(cases)("while $on always gets $how, all leads are delivered", async ({ how, on }) => {
  const { fake, signUp, runFor, database, clock, deliveries } = await startDelivering();
  await signUp(ana);
  await runFor(hourMs);
  fake.misbehave({ how, on });
  await erasePerson(database, ana.email, clock.now);
  await signUp(...people(55));
  await runFor(hourMs / 4);
  await signUp(...group("new", 3));
  await runFor(hourMs / 4);
  const states = async () => (await deliveries()).map(({ state }) => state);
  expect((await states()).slice(-3)).toEqual(people(3).map(() => "delivered"));
  await runFor(3 * hourMs);
  expect(new Set(await states())).toEqual(new Set(["delivered"]));
  expect(fake.contacts.filter(({ email }) => email !== ana.email)).toHaveLength(58);
});

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
