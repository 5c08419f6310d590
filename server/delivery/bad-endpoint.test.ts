import { expect, test } from "vitest";
import { erasePerson } from "#server/storage/erasure/erase-person.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import type { FaultName } from "#tests/support/fake-active-campaign/faults.ts";

const hourMs = 60 * 60_000;
const forEver: FaultName[] = ["403", "500", "2xx that isn't JSON"];

test.each(forEver)(
  "a removal that is always answered with %s keeps no lead waiting",
  async (how) => {
    const { fake, signUp, carryOnFor, database, clock, deliveries } = await startDelivering();
    fake.misbehave({ how, on: "DELETE /contacts/*" });
    await signUp({});
    await carryOnFor(hourMs);
    await erasePerson(database, "ana@example.com", clock.now);
    await signUp(...people(5));
    await carryOnFor(hourMs);
    expect((await deliveries()).map(({ state }) => state)).toEqual(
      people(5).map(() => "delivered"),
    );
  },
);

test.each(forEver)("imports that are always answered with %s go alone in the end", async (how) => {
  const { fake, signUp, carryOnFor, deliveries } = await startDelivering();
  fake.misbehave({ how, on: "POST /import/bulk_import" });
  await signUp(...people(55));
  await carryOnFor(3 * hourMs);
  expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
  expect(fake.contacts).toHaveLength(55);
});

test.each(forEver)(
  "an import whose end is always answered with %s keeps nobody waiting for ever",
  async (how) => {
    const { fake, signUp, carryOnFor, deliveries } = await startDelivering();
    fake.misbehave({ how, on: "GET /import/info" });
    await signUp(...people(51));
    await carryOnFor(hourMs / 4);
    await signUp(...people(3, "fresh"));
    await carryOnFor(hourMs / 4);
    expect((await deliveries()).slice(51).map(({ state }) => state)).toEqual(
      people(3).map(() => "delivered"),
    );
    await carryOnFor(3 * hourMs);
    expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
    expect(fake.contacts).toHaveLength(54);
  },
);

function people(count: number, name = "somebody") {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}
