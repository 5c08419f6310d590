import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/delivering.ts";
import { engines } from "#tests/support/temporary-database.ts";

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

test("leads are not blamed for a refusal of them all while an import is asked about in between", async () => {
  const { signUp, carryOnFor, fake, deliveries } = await startDelivering();
  fake.misbehave({ how: "batch without a status yet" });
  await signUp(...people(51));
  await carryOnFor(10_000);
  fake.misbehave({ how: "403", on: "POST /contact/sync" });
  await signUp(...people(12, "later"));
  await carryOnFor(30 * 60_000);
  const parked = (await deliveries()).filter(({ state }) => state === "parked");
  expect(parked.length).toBeLessThanOrEqual(1);
});

function people(count: number, name = "somebody") {
  return Array.from({ length: count }, (_, index) => ({ email: `${name}${index}@example.com` }));
}
