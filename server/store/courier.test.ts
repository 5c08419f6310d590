import { expect, test } from "vitest";
import { ana } from "#tests/support/people.ts";
import { addDelivery } from "#tests/support/store/add-delivery.ts";
import {
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { createCourierLease } from "./courier.ts";
import { isLeaseHeld, takeLease } from "./lease.ts";

test.each(engines)("on %s the lease lasts longer than the answer to a request", async (engine) => {
  const { database, lease, clock } = await setUp(engine);
  expect(await lease.hold(0)).toBe(true);
  await database.updateTable("courier").set({ expires_at: 1 }).execute();
  clock.now += 3_999;
  expect(await lease.maySend()).toBe(true);
  expect(await isLeaseHeld(database, "courier")).toBe(false);
  clock.now += 1;
  const renewing = Date.now();
  expect(await lease.maySend()).toBe(true);
  const renewed = Date.now();
  const { expires_at } = await database
    .selectFrom("courier")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  // The times of Postgres and of Node are rounded to milliseconds, so they may differ by one.
  expect(expires_at).toBeGreaterThanOrEqual(renewing + 30_000 - 1);
  expect(expires_at).toBeLessThanOrEqual(renewed + 30_000 + 1);
  expect(await takeLease(database, "courier")).toBeUndefined();
});

test.each(engines)("on %s only who holds the lease makes claims due again", async (engine) => {
  const database = await temporaryDatabase(engine);
  await addDelivery(database, { email: ana.email, signedUpAt: 1, state: "sending", at: 2 });
  const expire = () => database.updateTable("courier").set({ expires_at: 1 }).execute();
  const state = async () => (await database.selectFrom("deliveries").select("state").execute())[0];
  const loseLease = async () => {
    await expire();
    await takeLease(database, "courier");
  };
  const steadyClock = () => 0;
  await createCourierLease({ database, steadyClock, waitASecond: loseLease }).hold(3);
  expect(await state()).toEqual({ state: "sending" });
  await expire();
  await createCourierLease({ database, steadyClock, waitASecond: () => Promise.resolve() }).hold(4);
  expect(await state()).toEqual({ state: "due" });
});

async function setUp(engine: Engine) {
  const database = await temporaryDatabase(engine);
  const clock = { now: 0 };
  const waitASecond = () => Promise.resolve();
  const lease = createCourierLease({ database, steadyClock: () => clock.now, waitASecond });
  return { database, lease, clock };
}
