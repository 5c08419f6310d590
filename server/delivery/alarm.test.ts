import { expect, test } from "vitest";
import { pauseDeliveries, resetCircuit, tripCircuit } from "#server/store/courier/circuit.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { logTo } from "#tests/support/log-to.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createCourier } from "./courier.ts";

const infoLevel = 30;
const errorLevel = 50;
const minuteMs = 60_000;
const trip = { now: 0, reason: "status 403", probeAt: 0 };

test.each(engines)("on %s a lead that waits for over five minutes is an alarm", async (engine) => {
  const { logAt, signUp, database } = await setUp(engine);
  await signUp(0);
  await deriveLeads(database, 0);
  expect(await logAt(5 * minuteMs)).toEqual([]);
  expect(await logAt(6 * minuteMs)).toEqual([
    expect.objectContaining({
      level: errorLevel,
      alarm: "entrega-atrasada",
      waiting: 1,
      oldestMinutes: 6,
      paused: false,
    }),
  ]);
});

test("a wait of five minutes is no alarm, one more millisecond is", async () => {
  const { logAt, signUp } = await setUp();
  await signUp(1);
  expect(await logAt(5 * minuteMs + 1)).toEqual([]);
  const later = await setUp();
  await later.signUp(1);
  expect(await later.logAt(5 * minuteMs + 2)).toHaveLength(1);
});

test.each(engines)("on %s a tripped circuit is an alarm at once", async (engine) => {
  const { logAt, database } = await setUp(engine);
  await tripCircuit(database, trip);
  expect(await logAt(minuteMs)).toMatchObject([{ tripped: "status 403", waiting: 0 }]);
});

test.each(engines)(
  "on %s a lead that waits in an import that never ends is an alarm too",
  async (engine) => {
    const { logAt, signUp, database } = await setUp(engine);
    await signUp(0);
    await deriveLeads(database, 0);
    const queued = { size: 1, sent_at: 0, checks: 0, batch: "b", check_at: 99 * minuteMs };
    await database.insertInto("imports").values(queued).execute();
    const { id } = await database.selectFrom("imports").select("id").executeTakeFirstOrThrow();
    const imported = { state: "importing", due_at: null, import_id: id } as const;
    await database.updateTable("deliveries").set(imported).execute();
    expect(await logAt(6 * minuteMs)).toMatchObject([{ waiting: 1, oldestMinutes: 6 }]);
  },
);

test("the alarm comes once a minute, and one line says that it is over", async () => {
  const { logAt, database } = await setUp();
  await tripCircuit(database, trip);
  await pauseDeliveries(database, 0);
  expect(await logAt(minuteMs)).toMatchObject([{ paused: true }]);
  expect(await logAt(2 * minuteMs - 1)).toEqual([]);
  expect(await logAt(2 * minuteMs)).toHaveLength(1);
  await resetCircuit(database);
  expect(await logAt(3 * minuteMs)).toMatchObject([
    { level: infoLevel, alarmOver: "entrega-atrasada" },
  ]);
  expect(await logAt(4 * minuteMs)).toEqual([]);
});

test("a refused key is an alarm in the log, once", async () => {
  const { signUp, runUntilIdle, fake, clock, alarms } = await startDelivering();
  fake.misbehave({ how: "403" });
  await signUp(ana);
  await runUntilIdle();
  clock.now += 2_000;
  await runUntilIdle();
  expect(alarms.filter((name) => name === "activecampaign-nao-aceita")).toHaveLength(1);
});

test("a lead that is held, parked or delivered is no alarm", async () => {
  const { logAt, signUp, database } = await setUp();
  await signUp(0, "honeypot");
  expect(await logAt(6 * minuteMs)).toEqual([]);
  for (const state of ["parked", "delivered"] as const) {
    await signUp(0);
    await deriveLeads(database, 0);
    await database.updateTable("deliveries").set({ state, due_at: null }).execute();
  }
  expect(await logAt(9 * minuteMs)).toEqual([]);
});

async function setUp(engine: (typeof engines)[number] = "sqlite") {
  const database = await temporaryDatabase(engine);
  const lines: unknown[] = [];
  const log = logTo((line) => lines.push(JSON.parse(line)));
  let time = 0;
  const courier = createCourier(
    {
      database,
      log,
      random: () => 1,
      delivery: undefined,
      clock: () => time,
      steadyClock: () => time,
    },
    new AbortController().signal,
  );
  return {
    database,
    signUp: (receivedAt: number, flag?: "honeypot") =>
      appendSubmission(database, { lead: ana, surface: "popup", receivedAt, flag }),
    /** What the courier logs at the time `now`. */
    async logAt(now: number) {
      lines.length = 0;
      time = now;
      await courier.pass();
      return [...lines];
    },
  };
}
