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
  "on %s a key that is refused stops everything, ever longer, and costs the lead nothing",
  async (engine) => {
    const { signUp, carryOn, fake, clock, deliveries } = await startDelivering(engine);
    const mended = fake.misbehave({ how: "403" });
    await signUp({});
    await carryOn();
    const began = fake.requests[0]?.at ?? 0;
    while (clock.now < began + 300_000) {
      await carryOn();
      clock.now += 500;
    }
    const seconds = fake.requests.map(({ at }) => Math.round((at - began) / 1_000));
    // The lead, a question at once, and then questions alone.
    expect(seconds.slice(0, 8)).toEqual([0, 0, 1, 3, 7, 15, 31, 63]);
    expect(seconds.slice(8).map((second, index) => second - (seconds[index + 7] ?? 0))).toEqual(
      seconds.slice(8).map(() => 55),
    );
    expect(fake.requests.filter(({ path }) => path === "/contact/sync")).toHaveLength(1);
    expect(await deliveries()).toMatchObject([
      { state: "due", attempts: 0, last_outcome: "lane-closed: status 403" },
    ]);
    mended();
    clock.now += 55_000;
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

test("an account that asks for no pause at all, each time, is asked ever more rarely", async () => {
  const { signUp, carryOn, fake, clock } = await startDelivering("sqlite", {
    retryAfterSeconds: 0,
  });
  fake.misbehave({ how: "429" });
  await signUp({});
  for (let second = 0; second < 60; second += 1) {
    await carryOn();
    clock.now += 1_000;
  }
  expect(fake.requests.length).toBeLessThanOrEqual(7);
  fake.behave();
  clock.now += 60_000;
  await carryOn();
  expect(fake.contacts).toHaveLength(1);
});

test("leads that fail together are not tried one after the other: the way closes, and they are all taken when it opens", async () => {
  const { signUp, carryOn, fake, clock, deliveries } = await startDelivering();
  const mended = fake.misbehave({ how: "500" });
  await signUp(...people(20));
  await carryOn();
  for (let minute = 0; minute < 30; minute += 1) {
    clock.now += 60_000;
    await carryOn();
  }
  const paths = fake.requests.map(({ path }) => path);
  // Five leads, each request three times; after that no lead is touched.
  expect(paths.filter((path) => path === "/contact/sync")).toHaveLength(5 * 3);
  expect(paths.filter((path) => path === "/users/me").length).toBeLessThanOrEqual(32 * 3);
  mended();
  clock.now += 60_000;
  await carryOn();
  const states = (await deliveries()).map(({ state }) => state);
  expect(states.filter((state) => state === "delivered").length).toBeGreaterThan(10);
});

test("when leads are not taken, whatever else is answered, twenty of them are enough to stop", async () => {
  const { signUp, carryOn, fake, clock, deliveries } = await startDelivering();
  const mended = fake.misbehave({ how: "403", on: "POST /contact/sync" });
  await signUp(...people(40));
  await carryOn();
  expect(fake.requests.filter(({ path }) => path === "/contact/sync")).toHaveLength(20);
  for (let minute = 0; minute < 10; minute += 1) {
    clock.now += 60_000;
    await carryOn();
  }
  const parked = (await deliveries()).filter(({ state }) => state === "parked");
  expect(parked).toEqual([]);
  mended();
  for (let minute = 0; minute < 3; minute += 1) {
    clock.now += 60_000;
    await carryOn();
  }
  expect(fake.contacts).toHaveLength(40);
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
