import { expect, test } from "vitest";
import type { FakeOptions } from "#fake-active-campaign/start.ts";
import { deriveLeads } from "#server/store/derive-leads.ts";
import { group, startDelivering } from "#tests/support/courier/delivering.ts";
import { people } from "#tests/support/people.ts";

test("more than fifty leads travel with an import", async () => {
  const { fake, signUp, runFor, deliveries } = await startDelivering();
  await signUp(...people(60));
  await runFor(60_000);
  expect(fake.contacts).toHaveLength(60);
  expect(fake.contacts[0]).toMatchObject({ lists: { 2: 1 }, tags: ["black", "new"] });
  expect(fake.requests.map(({ path }) => path)).toEqual([
    "/import/bulk_import",
    expect.stringMatching(/^\/import\/info/),
  ]);
  expect(new Set((await deliveries()).map(({ last_outcome }) => last_outcome))).toEqual(
    new Set(["delivered: imported"]),
  );
});

test("fifty leads are sent individually", async () => {
  const { fake, signUp, courier } = await startDelivering();
  await signUp(...people(50));
  await courier.pass();
  expect(fake.requests[0]?.path).toBe("/contact/sync");
});

test.each<[string, FakeOptions, number]>([
  [
    "for which an import is refused",
    { refusesInBatch: ({ email }) => (isOdd(email) ? "bad" : undefined) },
    2,
  ],
  ["that fail in an accepted import", { failsAtImport: isOdd }, 2],
  ["of an import that failed", { importEnds: "failed" }, 52],
])("the leads %s are sent individually", async (_, options, count) => {
  const { fake, signUp, runFor, deliveries } = await startDelivering("sqlite", options);
  await signUp(...people(50), ...group("odd", 2));
  await runFor(120_000);
  expect(fake.contacts).toHaveLength(52);
  expect((await deliveries()).filter(({ individually }) => individually === 1)).toHaveLength(count);
});

function isOdd(email: string): boolean {
  return email.startsWith("odd");
}

test("the leads of an import that never completes are sent individually", async () => {
  const { fake, signUp, runFor, courier, deliveries, clock } = await startDelivering("sqlite", {
    importEnds: "never",
  });
  await signUp(...people(51));
  await runFor(11 * 60_000);
  const before = fake.requests.length;
  await runFor(12 * 60_000);
  expect(fake.requests.length - before).toBe(1);
  expect((await deliveries()).every(({ state }) => state === "importing")).toBe(true);
  clock.now += 3_600_000;
  await courier.runUntilIdle();
  expect((await deliveries()).every(({ individually }) => individually === 1)).toBe(true);
  expect(fake.contacts).not.toHaveLength(0);
});

test("a lead that signs up again during an import is delivered again", async () => {
  const { fake, signUp, runUntilIdle, runFor, clock } = await startDelivering("sqlite", {
    importTakesMs: 30_000,
  });
  await signUp(...people(51));
  await runUntilIdle();
  clock.now += 5_000;
  await signUp({ email: "person-0@example.com", name: "Nova Pessoa" });
  await runFor(120_000);
  expect(fake.contacts.find(({ email }) => email === "person-0@example.com")).toMatchObject({
    firstName: "Nova",
    lastName: "Pessoa",
  });
});

test("an import whose answer is lost is sent again, no contact twice", async () => {
  const { fake, signUp, runFor } = await startDelivering();
  fake.misbehave({ how: "reset after the work", next: 1 });
  await signUp(...people(60));
  await runFor(120_000);
  expect(fake.contacts).toHaveLength(60);
  expect(fake.batches).toHaveLength(2);
});

test("leads with too many bytes for one import go with two", async () => {
  const { fake, signUp, runFor, database, clock } = await startDelivering();
  const long = `${"x".repeat(3_000)}@`;
  await signUp(...people(190).map(({ email }) => ({ email: email.replace("@", long) })));
  // All leads are due before the courier starts; otherwise the first import contains only a hundred leads.
  await deriveLeads(database, clock.now);
  await runFor(300_000);
  expect(fake.contacts).toHaveLength(190);
  expect(fake.batches).toHaveLength(2);
});
