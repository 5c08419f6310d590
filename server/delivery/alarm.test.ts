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
const warnLevel = 40;
const errorLevel = 50;
const minuteMs = 60_000;

test.each(engines)(
  "on %s a wait of over five minutes is an alarm, also in an import",
  async (engine) => {
    const { logAt, signUp, database } = await setUp(engine);
    await signUp(0);
    await deriveLeads(database, 0);
    expect(await logAt(5 * minuteMs)).toEqual([]);
    const alarm = { alarm: "entrega-atrasada", waiting: 1, oldestMinutes: 6, paused: false };
    expect(await logAt(6 * minuteMs)).toMatchObject([{ level: errorLevel, ...alarm }]);
    const queued = { size: 1, sent_at: 0, checks: 0, batch: "b", check_at: 99 * minuteMs };
    await database.insertInto("imports").values(queued).execute();
    const { id } = await database.selectFrom("imports").select("id").executeTakeFirstOrThrow();
    const imported = { state: "importing", due_at: null, import_id: id } as const;
    await database.updateTable("deliveries").set(imported).execute();
    expect(await logAt(7 * minuteMs)).toMatchObject([{ waiting: 1, oldestMinutes: 7 }]);
  },
);

test("a tripped circuit is an alarm at once, then once a minute until it is over", async () => {
  const { logAt, database } = await setUp();
  await tripCircuit(database, { now: 0, reason: "status 403", probeAt: 0 });
  await pauseDeliveries(database, 0);
  const tripped = { tripped: "status 403", waiting: 0, paused: true };
  expect(await logAt(minuteMs)).toMatchObject([tripped]);
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

test("a full disk is no alarm of the courier, but an error of ours is", async () => {
  const { logAt, database } = await setUp();
  database.selectFrom = () => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  };
  expect(await logAt(0)).toMatchObject([{ level: warnLevel, error: { code: "SQLITE_FULL" } }]);
  database.selectFrom = () => {
    throw new TypeError("an error of ours");
  };
  expect(await logAt(1)).toMatchObject([{ level: errorLevel, alarm: "erro-no-servidor" }]);
});

async function setUp(engine: (typeof engines)[number] = "sqlite") {
  const database = await temporaryDatabase(engine);
  const lines: unknown[] = [];
  const log = logTo((line) => lines.push(JSON.parse(line)));
  let now = 0;
  const clock = () => now;
  const { signal } = new AbortController();
  const deps = { database, log, random: () => 1, delivery: undefined, clock, steadyClock: clock };
  const courier = createCourier(deps, signal);
  return {
    database,
    signUp: (receivedAt: number, flag?: "honeypot") =>
      appendSubmission(database, { lead: ana, surface: "popup", receivedAt, flag }),
    /** What the courier logs at this time. */
    async logAt(time: number) {
      lines.length = 0;
      now = time;
      await courier.pass();
      return [...lines];
    },
  };
}
