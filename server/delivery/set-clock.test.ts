import { expect, test } from "vitest";
import { isCourierAtWork, takeLease } from "#server/store/courier/lease.ts";
import { erasePerson } from "#server/store/erasure/erase-person.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { ana, bia, people } from "#tests/support/people.ts";
import { type Engine, engines } from "#tests/support/store/temporary-database.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const shifts = engines.flatMap((engine) => [
  { engine, to: "back", ms: -dayMs },
  { engine, to: "ahead", ms: dayMs },
]);

test.each(shifts)(
  "on $engine a lead that waits for its next try is delivered after the clock is set $to by a day",
  async (shift) => {
    const { clock, database, signUp, runUntilIdle, runFor, fake } = await start(shift.engine);
    fake.misbehave({ how: "418", next: 1 });
    await signUp(ana);
    await runUntilIdle();
    await database
      .updateTable("deliveries")
      .set({ due_at: clock.now + 30 * minuteMs })
      .execute();
    clock.now += shift.ms;
    await signUp(bia);
    await runFor(60 * minuteMs);
    expect(emails(fake)).toEqual(["ana@example.com", "bia@example.com"]);
  },
);

test.each(shifts)(
  "on $engine a back-off does not get longer when the clock is set $to by a day",
  async ({ engine, ms }) => {
    const { clock, signUp, runUntilIdle, runFor, fake } = await start(engine);
    fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
    await signUp(ana);
    await runUntilIdle();
    clock.now += ms;
    await runFor(15 * minuteMs);
    expect(emails(fake)).toEqual(["ana@example.com"]);
  },
);

test.each(shifts)(
  "on $engine a tripped circuit is probed within a minute after the clock is set $to by a day",
  async ({ engine, ms }) => {
    const { clock, signUp, runUntilIdle, runFor, fake } = await start(engine);
    const endFault = fake.misbehave({ how: "403" });
    await signUp(ana);
    await runUntilIdle();
    clock.now += ms;
    endFault();
    await runFor(minuteMs);
    expect(emails(fake)).toEqual(["ana@example.com"]);
  },
);

test.each(shifts)(
  "on $engine an import is completed after the clock is set $to by a day",
  async ({ engine, ms }) => {
    const { clock, signUp, runUntilIdle, runFor, deliveries } = await start(engine);
    await signUp(...people(51));
    await runUntilIdle();
    clock.now += ms;
    await runFor(10 * minuteMs);
    expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
  },
);

test.each(shifts)(
  "on $engine a removal is tried again after the clock is set $to by a day",
  async ({ engine, ms }) => {
    const { clock, database, signUp, runUntilIdle, fake } = await start(engine);
    await signUp(ana);
    await runUntilIdle();
    fake.misbehave({ how: "500", on: "DELETE /contacts/*", next: 3 });
    await erasePerson(database, "ana@example.com", clock.now);
    await runUntilIdle();
    clock.now += ms;
    for (let minute = 0; minute < 3; minute += 1) {
      await runUntilIdle();
      clock.now += minuteMs;
    }
    expect(emails(fake)).toEqual([]);
  },
);

test("a courier sends nothing more after another courier took its lease because the clock was set", async () => {
  const { clock, signUp, courier, newCourier, fake, deliveries } = await start("sqlite");
  await courier.runUntilIdle();
  clock.now -= dayMs;
  const other = newCourier();
  await other.runUntilIdle();
  await signUp(ana);
  await courier.runUntilIdle();
  expect(fake.requests).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "due" }]);
  await other.runUntilIdle();
  expect(emails(fake)).toEqual(["ana@example.com"]);
});

test.each(engines)(
  "on %s a lease from before the clock was set back does not count as a running courier",
  async (engine) => {
    const { clock, database } = await start(engine);
    await takeLease(database, clock.now);
    expect(await isCourierAtWork(database, clock.now)).toBe(true);
    expect(await isCourierAtWork(database, clock.now - dayMs)).toBe(false);
  },
);

/** The fake ActiveCampaign has its own clock, which does not change when a test sets the courier's clock. */
function start(engine: Engine): Promise<Delivering> {
  return startDelivering(engine, { requestsPerSecond: Infinity, clock: Date.now });
}

function emails({ contacts }: Delivering["fake"]): string[] {
  return contacts.map(({ email }) => email).sort();
}
