import { expect, test } from "vitest";
import { endFailing, pauseDeliveries, startFailing } from "#server/store/courier.ts";
import { deriveLeads } from "#server/store/leads/derive-leads.ts";
import { startDelivering } from "#tests/support/courier/delivering.ts";
import { logTo } from "#tests/support/log-to.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { createNight } from "#tests/support/watch/night.ts";
import { startWatch, watching } from "#tests/support/watch/watching.ts";
import { createCourier } from "./courier.ts";

const minuteMs = 60_000;

test.each(engines)(
  "on %s a wait of over five minutes is an alarm, also in an import",
  async (engine) => {
    const { database, night, lines } = await watching(engine);
    const now = night.clock();
    await appendSubmission(database, { lead: ana, surface: "popup", receivedAt: now });
    await deriveLeads(database, now);
    const queued = { size: 1, sent_at: now, checks: 0, batch: "b", check_at: now + 99 * minuteMs };
    await database.insertInto("imports").values(queued).execute();
    const { id } = await database.selectFrom("imports").select("id").executeTakeFirstOrThrow();
    const imported = { state: "importing", due_at: null, import_id: id } as const;
    await database.updateTable("deliveries").set(imported).execute();
    await night.pass(5 * minuteMs);
    expect(alarmsIn(lines)).toEqual([]);
    await night.pass(10_000);
    expect(alarmsIn(lines)).toEqual(["entrega-atrasada"]);
  },
);

test("an account that fails is an alarm at once, also in a pause, until it is over", async () => {
  const { database, night, lines } = await watching("sqlite");
  const now = night.clock();
  await startFailing(database, { now, reason: "status 403", until: now });
  await pauseDeliveries(database, now);
  await night.pass(5_000);
  expect(alarmsIn(lines)).toEqual(["activecampaign-nao-aceita"]);
  expect(lines.join("")).toContain("status 403");
  await endFailing(database);
  await night.pass(5_000);
  const over = "over activecampaign-nao-aceita";
  expect(alarmsIn(lines)).toEqual(["activecampaign-nao-aceita", over]);
  await night.pass(minuteMs);
  expect(alarmsIn(lines)).toHaveLength(2);
});

test("a refused key is an alarm in the log, once", async () => {
  const { signUp, runUntilIdle, fake, clock, database } = await startDelivering();
  const night = createNight(clock.now);
  const lines: string[] = [];
  startWatch({ database, night, lines });
  fake.misbehave({ how: "403" });
  await signUp(ana);
  for (let probe = 0; probe < 3; probe += 1) {
    await runUntilIdle();
    await night.pass(5_000);
    clock.now += 5_000;
  }
  expect(alarmsIn(lines)).toEqual(["activecampaign-nao-aceita"]);
});

test("a full disk is no alarm of the courier, but an error of ours is", async () => {
  const database = await temporaryDatabase("sqlite");
  const lines: string[] = [];
  const { signal } = new AbortController();
  const clock = () => 0;
  const log = logTo((line) => lines.push(line));
  const sleep = async () => undefined;
  const server = { database, log, random: () => 1, clock, steadyClock: clock, sleep };
  const courier = createCourier(server, undefined, signal);
  database.selectFrom = () => {
    throw Object.assign(new Error("database or disk is full"), { code: "SQLITE_FULL" });
  };
  await courier.pass();
  expect(lines).toHaveLength(1);
  expect(alarmsIn(lines)).toEqual([]);
  database.selectFrom = () => {
    throw new TypeError("an error of ours");
  };
  await courier.pass();
  expect(alarmsIn(lines)).toEqual(["erro-no-servidor"]);
});

/** The names of the alarms that began and ended, in their order. */
function alarmsIn(lines: readonly string[]): string[] {
  return lines.flatMap((line) => {
    const { level, alarm, alarmOver } = JSON.parse(line);
    if (alarm !== undefined) return level === 50 ? [alarm] : [`${alarm} at level ${level}`];
    return alarmOver === undefined ? [] : [`over ${alarmOver}`];
  });
}
