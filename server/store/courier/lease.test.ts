import { expect, test } from "vitest";
import {
  type Engine,
  engines,
  temporaryDatabase,
} from "#tests/support/store/temporary-database.ts";
import { createLease, isCourierAtWork, takeLease } from "./circuit.ts";

test.each(engines)("on %s the lease lasts longer than the answer to a request", async (engine) => {
  const { database, lease, clock } = await setUp(engine);
  expect(await lease.hold(0)).toBe(true);
  await database.updateTable("courier").set({ expires_at: 1 }).execute();
  clock.now += 3_999;
  expect(await lease.maySend()).toBe(true);
  expect(await isCourierAtWork(database)).toBe(false);
  clock.now += 1;
  expect(await lease.maySend()).toBe(true);
  const { expires_at } = await database
    .selectFrom("courier")
    .select("expires_at")
    .executeTakeFirstOrThrow();
  expect(expires_at - Date.now()).toBeGreaterThan(25_000);
  expect(await takeLease(database)).toBeUndefined();
});

test.each(engines)("on %s an older holder of the lease sends nothing", async (engine) => {
  const { database, lease, clock } = await setUp(engine);
  await lease.hold(0);
  await database.updateTable("courier").set({ expires_at: 1 }).execute();
  expect(await takeLease(database)).toBeDefined();
  clock.now += 10_000;
  expect(await lease.maySend()).toBe(false);
  expect(await lease.hold(0)).toBe(false);
});

async function setUp(engine: Engine) {
  const database = await temporaryDatabase(engine);
  const clock = { now: 0 };
  const waitASecond = () => Promise.resolve();
  const lease = createLease({ database, steadyClock: () => clock.now, waitASecond });
  return { database, lease, clock };
}
