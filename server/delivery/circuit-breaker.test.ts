import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test.each(engines)(
  "on %s a refused key stops all deliveries with growing pauses, and does not count as a try of the lead",
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
    // First the lead and one question about the account, then only questions, with growing pauses.
    expect(seconds.slice(0, 8)).toEqual([0, 0, 1, 3, 7, 15, 31, 63]);
    expect(seconds.slice(8).map((second, index) => second - (seconds[index + 7] ?? 0))).toEqual(
      seconds.slice(8).map(() => 55),
    );
    expect(fake.requests.filter(({ path }) => path === "/contact/sync")).toHaveLength(1);
    expect(await deliveries()).toMatchObject([
      { state: "due", attempts: 0, last_outcome: "account-refused: status 403" },
    ]);
    mended();
    clock.now += 55_000;
    await carryOn();
    expect(fake.contacts).toHaveLength(1);
  },
);

test.each(engines)("on %s no request is sent during the pause after a 429", async (engine) => {
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

test("an account that answers 429 again and again with a pause of zero gets fewer and fewer requests", async () => {
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

test("when every request fails, only five leads are tried; after the outage leads are delivered again", async () => {
  const { signUp, carryOn, fake, clock, deliveries } = await startDelivering();
  const mended = fake.misbehave({ how: "500" });
  await signUp(...people(20));
  await carryOn();
  for (let minute = 0; minute < 30; minute += 1) {
    clock.now += 60_000;
    await carryOn();
  }
  const paths = fake.requests.map(({ path }) => path);
  // Five leads are tried, each request three times; after that no lead is sent.
  expect(paths.filter((path) => path === "/contact/sync")).toHaveLength(5 * 3);
  expect(paths.filter((path) => path === "/users/me").length).toBeLessThanOrEqual(32 * 3);
  mended();
  clock.now += 60_000;
  await carryOn();
  const states = (await deliveries()).map(({ state }) => state);
  expect(states.filter((state) => state === "delivered").length).toBeGreaterThan(10);
});

test("when only leads are refused, deliveries stop after twenty leads and none is parked", async () => {
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

test("when all leads are refused while an import is under way, at most one lead is parked", async () => {
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
