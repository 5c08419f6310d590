import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/delivering.ts";
import { engines } from "#tests/support/temporary-database.ts";

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

test.each(engines)(
  "on %s a key that is refused closes the lane for a minute, and costs the lead nothing",
  async (engine) => {
    const { signUp, carryOn, fake, clock, deliveries } = await startDelivering(engine);
    const mended = fake.misbehave({ how: "403" });
    await signUp({});
    await carryOn();
    clock.now += 59_000;
    await carryOn();
    expect(fake.requests).toHaveLength(1);
    clock.now += 1_000;
    await carryOn();
    expect(fake.requests).toHaveLength(2);
    expect(await deliveries()).toMatchObject([
      { state: "due", attempts: 0, last_outcome: "lane-closed: status 403" },
    ]);
    mended();
    clock.now += 60_000;
    await carryOn();
    expect(fake.contacts).toHaveLength(1);
  },
);

test.each(engines)("on %s a 429 silences the lane for as long as it asks", async (engine) => {
  const { signUp, carryOn, fake, clock } = await startDelivering(engine);
  fake.misbehave({ how: "429 without Retry-After", next: 1 });
  await signUp({}, { email: "bia@example.com" });
  await carryOn();
  clock.now += 29_999;
  await carryOn();
  expect(fake.requests).toHaveLength(1);
  clock.now += 1;
  await carryOn();
  expect(fake.contacts).toHaveLength(2);
});

test("leads that fail together are not tried one after the other: the lane closes, and they are all taken when it opens", async () => {
  const { signUp, carryOn, fake, clock, deliveries } = await startDelivering();
  const mended = fake.misbehave({ how: "500" });
  await signUp(...people(20));
  await carryOn();
  for (let minute = 0; minute < 30; minute += 1) {
    clock.now += 60_000;
    await carryOn();
  }
  expect(fake.requests).toHaveLength(5 + 30);
  mended();
  clock.now += 60_000;
  await carryOn();
  const states = (await deliveries()).map(({ state }) => state);
  expect(states.filter((state) => state === "delivered").length).toBeGreaterThan(10);
});

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

function people(count: number, name = "somebody") {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}
