import { expect, onTestFinished, test, vi } from "vitest";
import { isCourierAtWork, takeLease } from "#server/store/courier/lease.ts";
import { logTo } from "#tests/support/log-to.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createLeaseHolder } from "./lease-holder.ts";

test.each(engines)(
  "on %s the lease is renewed while an answer takes nearly as long as it lasts",
  async (engine) => {
    const { database, holder } = await setUp(engine);
    expect(await holder.hold(0)).toBe(true);
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    onTestFinished(() => void vi.useRealTimers());
    await holder.whileHeld(async () => {
      for (let tens = 0; tens < 2; tens += 1) {
        await database.updateTable("courier").set({ expires_at: 1 }).execute();
        vi.advanceTimersByTime(10_000);
        await expect.poll(() => isCourierAtWork(database)).toBe(true);
      }
    });
    expect(await takeLease(database)).toBeUndefined();
  },
);

test.each(engines)("on %s an older holder of the lease sends nothing", async (engine) => {
  const { database, holder, clock } = await setUp(engine);
  await holder.hold(0);
  await database.updateTable("courier").set({ expires_at: 1 }).execute();
  expect(await takeLease(database)).toBeDefined();
  const send = vi.fn(() => Promise.resolve("sent"));
  clock.now += 10_000;
  expect(await holder.whileHeld(send)).toBeUndefined();
  expect(send).not.toHaveBeenCalled();
  expect(await holder.hold(0)).toBe(false);
});

async function setUp(engine: (typeof engines)[number]) {
  const database = await temporaryDatabase(engine);
  const clock = { now: 0 };
  const holder = createLeaseHolder({
    database,
    log: logTo(() => {}),
    steadyClock: () => clock.now,
    waitASecond: () => Promise.resolve(),
  });
  return { database, holder, clock };
}
