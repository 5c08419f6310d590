import { expect, test } from "vitest";
import type { FaultName } from "#fake-active-campaign/faults.ts";
import { erasePerson } from "#server/store/erasure/erasure.ts";
import { group, startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, people } from "#tests/support/people.ts";

const hourMs = 60 * 60_000;
const forEver: FaultName[] = ["403", "500", "2xx that isn't JSON"];

test.each(forEver)(
  "leads are delivered while a removal is always answered with %s",
  async (how) => {
    const { fake, signUp, runFor, database, clock, deliveries } = await startDelivering();
    fake.misbehave({ how, on: "DELETE /contacts/*" });
    await signUp(ana);
    await runFor(hourMs);
    await erasePerson(database, "ana@example.com", clock.now);
    await signUp(...people(5));
    await runFor(hourMs);
    expect((await deliveries()).map(({ state }) => state)).toEqual(
      people(5).map(() => "delivered"),
    );
  },
);

test.each(forEver)("when imports always get %s, their leads are sent individually", async (how) => {
  const { fake, signUp, runFor, deliveries } = await startDelivering();
  fake.misbehave({ how, on: "POST /import/bulk_import" });
  await signUp(...people(55));
  await runFor(3 * hourMs);
  expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
  expect(fake.contacts).toHaveLength(55);
});

test.each(forEver)(
  "when an import's check always gets %s, all leads are delivered",
  async (how) => {
    const { fake, signUp, runFor, deliveries } = await startDelivering();
    fake.misbehave({ how, on: "GET /import/info" });
    await signUp(...people(51));
    await runFor(hourMs / 4);
    await signUp(...group("new", 3));
    await runFor(hourMs / 4);
    expect((await deliveries()).slice(51).map(({ state }) => state)).toEqual(
      people(3).map(() => "delivered"),
    );
    await runFor(3 * hourMs);
    expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
    expect(fake.contacts).toHaveLength(54);
  },
);
