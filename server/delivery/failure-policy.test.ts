import { expect, test } from "vitest";
import {
  pauseDeliveries,
  readCourierState,
  restUntil,
  resumeDeliveries,
} from "#server/store/courier.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, bia, people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test("a refused key stops deliveries, and probes come less often", async () => {
  const { signUp, runUntilIdle, fake, clock, deliveries } = await startDelivering();
  const endFault = fake.misbehave({ how: "403" });
  await signUp(ana);
  await runUntilIdle();
  const began = fake.requests[0]?.at ?? 0;
  while (clock.now < began + 300_000) {
    await runUntilIdle();
    clock.now += 1_000;
  }
  const seconds = fake.requests.map(({ at }) => Math.round((at - began) / 1_000));
  // The courier first sends the lead and one probe of the account, then only probes, with growing delays between
  // them.
  expect(seconds.slice(0, 8)).toEqual([0, 0, 1, 3, 7, 15, 31, 63]);
  expect(seconds.slice(8).map((second, index) => second - (seconds[index + 7] ?? 0))).toEqual(
    seconds.slice(8).map(() => 55),
  );
  expect(fake.requests.filter(({ path }) => path === "/contact/sync")).toHaveLength(1);
  expect(await deliveries()).toMatchObject([
    { state: "due", attempts: 0, last_outcome: "account: status 403" },
  ]);
  endFault();
  clock.now += 55_000;
  await runUntilIdle();
  expect(fake.contacts).toHaveLength(1);
});

test("no request is sent during the rest after a 429", async () => {
  const { signUp, runUntilIdle, fake, clock } = await startDelivering();
  fake.misbehave({ how: "429 without Retry-After", next: 1 });
  await signUp(ana, bia);
  await runUntilIdle();
  clock.now += 29_999;
  await runUntilIdle();
  expect(fake.requests).toHaveLength(1);
  clock.now += 1;
  await runUntilIdle();
  expect(fake.contacts).toHaveLength(2);
});

test.each(engines)(
  "on %s a pause ends by hand alone, and a rest goes on beside it",
  async (engine) => {
    const { signUp, runUntilIdle, fake, clock, database } = await startDelivering(engine);
    const endFault = fake.misbehave({ how: "403" });
    await signUp(ana);
    await runUntilIdle();
    endFault();
    // The operator pauses during the probe that finds that the account works again.
    clock.onWait = async () => {
      delete clock.onWait;
      await pauseDeliveries(database, clock.now);
    };
    clock.now += 60_000;
    await runUntilIdle();
    expect((await readCourierState(database)).failing).toBeUndefined();
    expect(fake.contacts).toHaveLength(1);
    await signUp(bia);
    clock.now += 3_600_000;
    await runUntilIdle();
    expect(fake.contacts).toHaveLength(1);
    await restUntil(database, clock.now + 30_000);
    await resumeDeliveries(database);
    await runUntilIdle();
    expect(fake.contacts).toHaveLength(1);
    clock.now += 30_000;
    await runUntilIdle();
    expect(fake.contacts).toHaveLength(2);
  },
);

test("when every request fails, only five leads are tried", async () => {
  const { signUp, runUntilIdle, fake, clock, deliveries } = await startDelivering();
  const endFault = fake.misbehave({ how: "500" });
  await signUp(...people(10));
  await runUntilIdle();
  for (let minute = 0; minute < 5; minute += 1) {
    clock.now += 60_000;
    await runUntilIdle();
  }
  const paths = fake.requests.map(({ path }) => path);
  // Five leads are tried, and each request is sent four times; after these five leads no other lead is sent.
  expect(paths.filter((path) => path === "/contact/sync")).toHaveLength(5 * 4);
  expect(paths.filter((path) => path === "/users/me").length).toBeLessThanOrEqual(7 * 4);
  endFault();
  clock.now += 60_000;
  await runUntilIdle();
  const states = (await deliveries()).map(({ state }) => state);
  expect(states.filter((state) => state === "delivered").length).toBeGreaterThan(5);
});

test("when only leads are refused, five are tried and none is parked", async () => {
  const { signUp, runUntilIdle, newCourier, courier, fake, clock, deliveries } =
    await startDelivering();
  const endFault = fake.misbehave({ how: "403", on: "POST /contact/sync" });
  await signUp(...people(10));
  await runUntilIdle();
  expect(fake.requests.filter(({ path }) => path === "/contact/sync")).toHaveLength(5);
  // Each courier is new, so only the failing account tells it that no lead is to blame.
  await courier.stop();
  for (let minute = 0; minute < 4; minute += 1) {
    clock.now += 60_000;
    const next = newCourier();
    await next.runUntilIdle();
    await next.stop();
  }
  const blamed = (await deliveries()).filter(({ refusals }) => refusals > 0);
  expect(blamed.map(({ refusals }) => refusals)).toEqual([1, 1, 1, 1]);
  endFault();
  const last = newCourier();
  for (let minute = 0; minute < 3; minute += 1) {
    clock.now += 60_000;
    await last.runUntilIdle();
  }
  expect(fake.contacts).toHaveLength(10);
});
