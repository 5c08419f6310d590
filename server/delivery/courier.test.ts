import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test("a lead arrives with its names, number, list and tags", async () => {
  const { fake, signUp, carryOn, deliveries } = await startDelivering("sqlite", { tags: manyTags });
  await signUp({});
  await carryOn();
  expect(fake.contacts).toMatchObject([
    {
      id: "1",
      email: "ana@example.com",
      firstName: "Ana",
      lastName: "Maria Lima",
      phone: "+5511987654321",
      lists: { 2: 1 },
      tags: ["black", "new"],
    },
  ]);
  expect(await deliveries()).toMatchObject([
    { state: "delivered", contact_id: "1", attempts: 1, due_at: null, last_outcome: "delivered" },
  ]);
});

test.each(engines)("on %s a courier that stops lets another go on at once", async (engine) => {
  const { signUp, courier, newCourier, fake } = await startDelivering(engine);
  await courier.runPass();
  const other = newCourier();
  await signUp({});
  await other.runPass();
  expect(fake.requests).toEqual([]);
  await courier.stop();
  await other.runPass();
  expect(fake.contacts).toHaveLength(1);
});

test.each(engines)(
  "on %s a courier that dies is followed by another within a minute",
  async (engine) => {
    const { signUp, courier, newCourier, fake, clock } = await startDelivering(engine);
    await courier.runPass();
    await signUp({});
    clock.now += 60_000;
    const other = newCourier();
    await other.runPass();
    expect(fake.contacts).toHaveLength(1);
    // The one before wakes up, and finds that it is the courier no longer.
    await signUp({ email: "bia@example.com" });
    await courier.runPass();
    expect(fake.contacts).toHaveLength(1);
    await other.runPass();
    expect(fake.contacts).toHaveLength(2);
  },
);

test("a fresh lead does not wait behind those that failed", async () => {
  const { signUp, carryOn, fake, clock } = await startDelivering();
  fake.misbehave({ how: "418", mentioning: "old" });
  await signUp(...people(3, "old"));
  await carryOn();
  clock.now += 3_600_000;
  await signUp({ email: "fresh@example.com" });
  const before = fake.requests.length;
  await carryOn();
  expect(fake.requests[before]).toMatchObject({ path: "/contact/sync", status: 201 });
});

test("without configuration leads are kept, and delivered when it comes", async () => {
  const { signUp, newCourier, carryOn, deliveries, fake } = await startDelivering();
  const unconfigured = newCourier({ configured: false });
  await signUp({});
  expect(await unconfigured.runPass()).toBe(false);
  expect(await deliveries()).toMatchObject([{ state: "due", attempts: 0 }]);
  // It does not stand in the way of a process that is configured.
  await carryOn();
  expect(fake.contacts).toHaveLength(1);
});

/** The search for "black" finds them all: the right one stands on the second page. */
const manyTags = [...Array.from({ length: 120 }, (_, index) => `black ${index}`), "black"];

function people(count: number, name: string) {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}
