import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { pauseDeliveries, resetCircuit, tripCircuit } from "#server/storage/courier/circuit.ts";
import { deriveLeads } from "#server/storage/leads/derive-leads.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, openTemporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createAlarm } from "./alarm.ts";

const minute = 60_000;
const closing = { now: 0, reason: "status 403", probeAt: 0 };

test.each(engines)("on %s a lead that waits for over five minutes is an alarm", async (engine) => {
  const { lookAt, signUp, database } = await setUp(engine);
  await signUp(0);
  await deriveLeads(database, 0);
  expect(await lookAt(5 * minute)).toEqual([]);
  expect(await lookAt(6 * minute + 1)).toEqual([
    expect.objectContaining({
      level: pino.levels.values["error"],
      alarm: { waiting: 1, oldestMinutes: 6, paused: false },
    }),
  ]);
});

test("exactly five minutes are none yet, a millisecond more is", async () => {
  const { lookAt, signUp } = await setUp();
  await signUp(1);
  expect(await lookAt(5 * minute + 1)).toEqual([]);
  const later = await setUp();
  await later.signUp(1);
  expect(await later.lookAt(5 * minute + 2)).toHaveLength(1);
});

test.each(engines)("on %s a breaker that is open is an alarm at once", async (engine) => {
  const { lookAt, database } = await setUp(engine);
  await tripCircuit(database, closing);
  expect(await lookAt(minute)).toMatchObject([{ alarm: { closed: "status 403", waiting: 0 } }]);
});

test.each(engines)(
  "on %s who waits in an import that never ends is an alarm too",
  async (engine) => {
    const { lookAt, signUp, database } = await setUp(engine);
    await signUp(0);
    await deriveLeads(database, 0);
    const queued = { size: 1, sent_at: 0, checks: 0, batch: "b", check_at: 99 * minute };
    await database.insertInto("imports").values(queued).execute();
    const { id } = await database.selectFrom("imports").select("id").executeTakeFirstOrThrow();
    const travelling = { state: "importing", due_at: null, import_id: id } as const;
    await database.updateTable("deliveries").set(travelling).execute();
    expect(await lookAt(6 * minute)).toMatchObject([{ alarm: { waiting: 1, oldestMinutes: 6 } }]);
  },
);

test("it comes once a minute, says whether the operator paused, and when it is over", async () => {
  const { lookAt, database } = await setUp();
  await tripCircuit(database, closing);
  await pauseDeliveries(database, 0);
  expect(await lookAt(minute)).toMatchObject([{ alarm: { paused: true } }]);
  expect(await lookAt(2 * minute - 1)).toEqual([]);
  expect(await lookAt(2 * minute)).toHaveLength(1);
  await resetCircuit(database);
  expect(await lookAt(3 * minute)).toMatchObject([
    { level: pino.levels.values["info"], msg: "Leads wait for ActiveCampaign no longer." },
  ]);
  expect(await lookAt(4 * minute)).toEqual([]);
});

test("the alarm comes also when the clock is set back or forward by a day", async () => {
  const day = 24 * 60 * minute;
  const { lookAt, signUp, database } = await setUp();
  await signUp(day);
  await deriveLeads(database, day);
  expect(await lookAt(day, 0)).toEqual([]);
  // The clock is set back by a day: the lead that waits now seems to have signed up tomorrow.
  expect(await lookAt(minute, minute)).toMatchObject([{ alarm: { waiting: 1 } }]);
  expect(await lookAt(2 * minute, 2 * minute)).toHaveLength(1);
  // Now the clock is set forward by two days.
  expect(await lookAt(2 * day, 3 * minute)).toHaveLength(1);
  await tripCircuit(database, closing);
  expect(await lookAt(0, 4 * minute)).toMatchObject([{ alarm: { closed: "status 403" } }]);
});

test("whoever is held back, refused or delivered is no alarm", async () => {
  const { lookAt, signUp, database } = await setUp();
  await signUp(0, "honeypot");
  expect(await lookAt(6 * minute)).toEqual([]);
  for (const state of ["parked", "delivered"] as const) {
    await signUp(0);
    await deriveLeads(database, 0);
    await database.updateTable("deliveries").set({ state, due_at: null }).execute();
  }
  expect(await lookAt(9 * minute)).toEqual([]);
});

async function setUp(engine: (typeof engines)[number] = "sqlite") {
  const { database, close } = await openTemporaryDatabase(engine);
  onTestFinished(close);
  const lines: unknown[] = [];
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line)) });
  const steady = { now: 0 };
  const alarm = createAlarm(database, log, () => steady.now);
  const lead = { name: "Ana", email: "ana@example.com", whatsapp: "x" };
  return {
    database,
    signUp: (receivedAt: number, flag?: "honeypot") =>
      appendSubmission(database, { lead, surface: "popup", receivedAt, flag }),
    /** The lines of the log at these times; `steadyNow` belongs to the clock that only goes forward. */
    async lookAt(now: number, steadyNow = now) {
      lines.length = 0;
      steady.now = steadyNow;
      await alarm(now);
      return [...lines];
    },
  };
}
