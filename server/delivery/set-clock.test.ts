import { expect, test } from "vitest";
import { isCourierAtWork, takeLease } from "#server/storage/courier/lease.ts";
import { erasePerson } from "#server/storage/erasure/erase-person.ts";
import { type Delivering, startDelivering } from "#tests/support/courier/delivering.ts";
import { type Engine, engines } from "#tests/support/store/temporary-database.ts";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const shifts = engines.flatMap((engine) => [
  { engine, to: "back", ms: -dayMs },
  { engine, to: "ahead", ms: dayMs },
]);

test.each(shifts)(
  "on $engine a clock set $to a day keeps no resting lead waiting",
  async (shift) => {
    const { clock, database, signUp, carryOn, carryOnFor, fake } = await start(shift.engine);
    fake.misbehave({ how: "418", next: 1 });
    await signUp({});
    await carryOn();
    await database
      .updateTable("deliveries")
      .set({ due_at: clock.now + 30 * minuteMs })
      .execute();
    clock.now += shift.ms;
    await signUp({ email: "bia@example.com" });
    await carryOnFor(60 * minuteMs);
    expect(addresses(fake)).toEqual(["ana@example.com", "bia@example.com"]);
  },
);

test.each(shifts)(
  "on $engine a clock set $to a day prolongs no silence",
  async ({ engine, ms }) => {
    const { clock, signUp, carryOn, carryOnFor, fake } = await start(engine);
    fake.misbehave({ how: "429 with a day in Retry-After", next: 1 });
    await signUp({});
    await carryOn();
    clock.now += ms;
    await carryOnFor(15 * minuteMs);
    expect(addresses(fake)).toEqual(["ana@example.com"]);
  },
);

test.each(shifts)(
  "on $engine a clock set $to a day keeps a closed way closed for no longer than a minute",
  async ({ engine, ms }) => {
    const { clock, signUp, carryOn, carryOnFor, fake } = await start(engine);
    const mended = fake.misbehave({ how: "403" });
    await signUp({});
    await carryOn();
    clock.now += ms;
    mended();
    await carryOnFor(minuteMs);
    expect(addresses(fake)).toEqual(["ana@example.com"]);
  },
);

test.each(shifts)(
  "on $engine a clock set $to a day keeps no import waiting",
  async ({ engine, ms }) => {
    const { clock, signUp, carryOn, carryOnFor, deliveries } = await start(engine);
    await signUp(...people(51));
    await carryOn();
    clock.now += ms;
    await carryOnFor(10 * minuteMs);
    expect((await deliveries()).every(({ state }) => state === "delivered")).toBe(true);
  },
);

test.each(shifts)(
  "on $engine a clock set $to a day keeps no removal waiting",
  async ({ engine, ms }) => {
    const { clock, database, signUp, carryOn, fake } = await start(engine);
    await signUp({});
    await carryOn();
    fake.misbehave({ how: "500", on: "DELETE /contacts/*", next: 3 });
    await erasePerson(database, "ana@example.com", clock.now);
    await carryOn();
    clock.now += ms;
    for (let minute = 0; minute < 3; minute += 1) {
      await carryOn();
      clock.now += minuteMs;
    }
    expect(addresses(fake)).toEqual([]);
  },
);

test("a courier does nothing more after another one took its lease because the clock was set", async () => {
  const { clock, signUp, courier, newCourier, fake, deliveries } = await start("sqlite");
  await courier.runPass();
  clock.now -= dayMs;
  const other = newCourier();
  await other.runPass();
  await signUp({});
  await courier.runPass();
  expect(fake.requests).toEqual([]);
  expect(await deliveries()).toMatchObject([{ state: "due" }]);
  await other.runPass();
  expect(addresses(fake)).toEqual(["ana@example.com"]);
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

/** ActiveCampaign keeps its own clock, which is not set. */
function start(engine: Engine): Promise<Delivering> {
  return startDelivering(engine, { requestsPerSecond: Infinity, clock: Date.now });
}

function addresses({ contacts }: Delivering["fake"]): string[] {
  return contacts.map(({ email }) => email).sort();
}

function people(count: number) {
  return Array.from({ length: count }, (_, index) => ({ email: `person${index}@example.com` }));
}
