import { expect, test } from "vitest";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, bia, people } from "#tests/support/people.ts";
import { engines } from "#tests/support/store/temporary-database.ts";

test("a lead arrives with its names, number, list and tags", async () => {
  const { fake, signUp, runUntilIdle, deliveries } = await startDelivering("sqlite", {
    tags: manyTags,
  });
  await signUp({ ...ana, name: "Ana Maria Lima" });
  await runUntilIdle();
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

test("a courier that stops in a request gives way at once, and raises no alarm", async () => {
  const { signUp, courier, newCourier, fake, alarms } = await startDelivering();
  await signUp(ana);
  fake.misbehave({ how: "hangs before the work", next: 1 });
  const underWay = courier.pass();
  await expect.poll(() => fake.requests.length).toBe(1);
  await courier.stop();
  await underWay;
  await newCourier().runUntilIdle();
  expect(fake.contacts).toHaveLength(1);
  expect(alarms).toEqual([]);
});

test.each(engines)(
  "on %s, when a courier dies, another one continues within a minute",
  async (engine) => {
    const { signUp, courier, newCourier, fake, endLease, clock } = await startDelivering(engine);
    await courier.runUntilIdle();
    await signUp(ana);
    const other = newCourier();
    await other.runUntilIdle();
    expect(fake.contacts).toHaveLength(0);
    await endLease();
    await other.runUntilIdle();
    expect(fake.contacts).toHaveLength(1);
    // After a while the first courier runs again, and finds that it has lost the lease.
    clock.now += 10_000;
    await signUp(bia);
    await courier.runUntilIdle();
    expect(fake.contacts).toHaveLength(1);
    await other.runUntilIdle();
    expect(fake.contacts).toHaveLength(2);
  },
);

test("without settings of ActiveCampaign leads are kept until they come", async () => {
  const { signUp, newCourier, runUntilIdle, deliveries, fake } = await startDelivering();
  const unconfigured = newCourier({ configured: false });
  await signUp(ana);
  await unconfigured.runUntilIdle();
  expect(await deliveries()).toMatchObject([{ state: "due", attempts: 0 }]);
  expect(fake.requests).toEqual([]);
  // The courier without settings holds no lease, so a courier with settings can deliver.
  await runUntilIdle();
  expect(fake.contacts).toHaveLength(1);
});

test("a pass derives the leads of an import, and stops between two batches", async () => {
  const { signUp, newCourier, clock, deliveries } = await startDelivering();
  const stopping = newCourier({ configured: false });
  await signUp(...people(260));
  clock.onWait = () => stopping.stop();
  await stopping.runUntilIdle();
  expect(await deliveries()).toHaveLength(25);
  delete clock.onWait;
  const other = newCourier({ configured: false });
  await other.pass();
  expect(await deliveries()).toHaveLength(260);
});

test("a full disk is no alarm of the courier, but an error of ours is", async () => {
  const { newCourier, database, alarms } = await startDelivering();
  const courier = newCourier({ configured: false });
  const passWith = (error: Error) => {
    database.selectFrom = () => {
      throw error;
    };
    return courier.pass();
  };
  await passWith(Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" }));
  expect(alarms).toEqual([]);
  await passWith(new TypeError("an error of ours"));
  expect(alarms).toEqual(["erro-no-servidor"]);
});

/** The search for the tag "black" finds all of these tags; the tag whose whole name is "black" is on the second page. */
const manyTags = [...Array.from({ length: 120 }, (_, index) => `black ${index}`), "black"];
