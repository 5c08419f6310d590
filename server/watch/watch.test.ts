import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test, vi } from "vitest";
import { lastingIn, readTroubles } from "#server/operator/trouble.ts";
import type { Database } from "#server/store/schema.ts";
import { engines } from "#tests/support/store/temporary-database.ts";
import { startReceiver } from "#tests/support/watch/receiver.ts";
import { parkLead, unparkLeads } from "#tests/support/watch/troubles.ts";
import { startWatch, watching } from "#tests/support/watch/watching.ts";

const start = 1_000;
const minute = 60_000;
const [began, over] = ["began lead-recusado", "over lead-recusado"];
const [outage, outageOver] = ["began gravacao-parada", "over gravacao-parada"];

test("a trouble is told within seconds, once, and its end too", async () => {
  const { database, night, receiver, lines } = await watching("sqlite");
  await night.pass(minute);
  expect(receiver.told()).toEqual([]);
  await parkLead(database, start);
  await night.pass(5_000);
  expect(receiver.told()).toEqual([began]);
  // The message contains no command, because a phone cannot run commands: it links to the panel, which has buttons.
  expect(JSON.parse(receiver.received[0]?.body ?? "")).toMatchObject({
    title: "Problema: Leads recusados",
    text: "1. O ActiveCampaign só os recebe se você pedir.\nPodem ficar para amanhã.\nhttps://example.com/painel",
  });
  await night.pass(minute);
  expect(receiver.told()).toEqual([began]);
  expect(await lasting(database)).toEqual(["lead-recusado"]);
  await unparkLeads(database);
  await night.pass(5_000);
  expect(receiver.told()).toEqual([began, over]);
  expect(await lasting(database)).toEqual([]);
  await night.pass(minute);
  expect(receiver.told()).toHaveLength(2);
  expect(lines.join("")).toContain('"alarm":"lead-recusado"');
  expect(lines.join("")).toContain('"alarmOver":"lead-recusado"');
});

test.each(engines)("on %s two servers and a restart send each message once", async (engine) => {
  const { database, night, receiver, watch, lines } = await watching(engine);
  const other = startWatch({ database, night, receiver, lines });
  await parkLead(database, start);
  await night.pass(minute);
  await Promise.all([watch.stop(), other.stop()]);
  startWatch({ database, night, receiver, lines });
  startWatch({ database, night, receiver, lines });
  await night.pass(minute);
  expect(receiver.told()).toEqual([began]);
  expect(await lasting(database)).toHaveLength(1);
  await unparkLeads(database);
  await night.pass(10_000);
  expect(receiver.told()).toEqual([began, over]);
  expect(await lasting(database)).toEqual([]);
});

/** How far ahead a watch can end if the clock was set back a little after the watch was taken. */
const soon = 39_000;
test.each(engines)("on %s the watch of a killed server goes to another one", async (engine) => {
  const { database, night, receiver, watch } = await watching(engine);
  await night.pass(10_000);
  await watch.stop();
  // Leaves the watch like a killed server, which does not give its watch back.
  const leave = (expires_at: number) =>
    database.updateTable("watch").set({ token: 99, expires_at }).execute();
  await leave(Date.now() + soon);
  startWatch({ database, night, receiver });
  await parkLead(database, start);
  await night.pass(5_000);
  expect(receiver.told()).toEqual([]);
  await leave(Date.now());
  await night.pass(5_000);
  expect(receiver.told()).toEqual([began]);
  // The clock was set back by hours after the server was killed.
  await leave(Date.now() + 5 * 60 * minute);
  await unparkLeads(database);
  await night.pass(5_000);
  expect(receiver.told()).toEqual([began, over]);
});

test("a trouble that comes and goes has to be calm for a minute", async () => {
  const { database, night, receiver } = await watching("sqlite");
  for (let round = 0; round < 3; round += 1) {
    await parkLead(database, start);
    await night.pass(15_000);
    await unparkLeads(database);
    await night.pass(30_000);
  }
  expect(receiver.told()).toEqual([began, over, began]);
  await night.pass(minute);
  expect(receiver.told()).toEqual([began, over, began, over]);
  await night.pass(6 * minute);
  await parkLead(database, start);
  await night.pass(5_000);
  await unparkLeads(database);
  await night.pass(5_000);
  expect(receiver.told().slice(4)).toEqual([began, over]);
});

test("a trouble that was over while no message arrived is not told", async () => {
  const { database, night, receiver } = await watching("sqlite");
  receiver.answer = (response) => response.writeHead(500).end();
  await parkLead(database, start);
  await night.pass(minute);
  await unparkLeads(database);
  await night.pass(minute);
  receiver.received.length = 0;
  receiver.answer = (response) => response.end();
  await night.pass(2 * minute);
  expect(receiver.told()).toEqual([]);
});

/**
 * The time limit ends when the receiver has the message: on a busy machine, a real limit could end before that, or
 * after an answer.
 */
const { limit, pass: keepWaiting } = createLimit();

const faults: Record<string, (response: ServerResponse) => void> = {
  hangs: keepWaiting,
  redirects: (response) => response.writeHead(307, { Location: "/elsewhere" }).end(),
};

test.each(Object.entries(faults))(
  "a receiver that %s is asked again, more slowly",
  async (_, fault) => {
    vi.spyOn(AbortSignal, "timeout").mockImplementation(limit);
    onTestFinished(() => void vi.restoreAllMocks());
    const { database, night, receiver, lines } = await watching("sqlite");
    receiver.answer = fault;
    await parkLead(database, start);
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([began, began, began, began]);
    expect(await lasting(database)).toHaveLength(1);
    expect(lines.filter((line) => line.includes("Não foi possível avisar"))).toHaveLength(1);
    receiver.received.length = 0;
    receiver.answer = (response) => response.end();
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([began]);
  },
);

test("a server stops at once while a receiver hangs, and the next one tells", async () => {
  const { database, night, receiver, watch } = await watching("sqlite", { maxAnswerMs: 600_000 });
  await parkLead(database, start);
  const asked = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  const passed = night.pass(15_000);
  await asked;
  await watch.stop();
  // Waits until the first pass of the clock is over: two passes at once could set the clock back.
  await passed;
  receiver.received.length = 0;
  receiver.answer = (response) => response.end();
  startWatch({ database, night, receiver });
  await night.pass(15_000);
  expect(receiver.told()).toEqual([began]);
});

test("no line of the log holds the address of the receiver", async () => {
  const { database, night, receiver, lines, watch } = await watching("sqlite");
  await watch.stop();
  receiver.answer = (response) => response.writeHead(404).end();
  await parkLead(database, start);
  for (const [url, heartbeatUrl] of [
    [`${receiver.url}/canary`, `${receiver.url}/canary-beat`],
    ["https://canary.invalid/x", "http://127.0.0.1:1/canary"],
  ] as const) {
    const one = startWatch(
      { database, night, lines },
      {
        settings: { ALERT_URL: url, HEARTBEAT_URL: heartbeatUrl },
      },
    );
    await night.pass(minute);
    await one.stop();
  }
  expect(lines.join("")).toContain("HEARTBEAT_URL");
  expect(lines.filter((line) => line.includes("Não foi possível avisar"))).toHaveLength(2);
  expect(lines.join("")).not.toContain("canary");
  expect(lines.join("")).not.toContain(new URL(receiver.url).host);
});

test.each(engines)(
  "on %s a failing store is told although no table can hold it",
  async (engine) => {
    const { database, night, receiver, watch, lines } = await watching(engine);
    const other = startWatch({ database, night, receiver, lines });
    await night.pass(minute);
    await breakStore(database);
    await night.pass(2 * minute);
    // While the store fails, each server sends a message of its own.
    expect(receiver.told()).toEqual([outage, outage]);
    for (const { troublesHere } of [watch, other])
      expect(troublesHere().map(({ alarm }) => alarm)).toEqual(["gravacao-parada"]);
    await mendStore(database);
    await night.pass(5_000);
    expect(receiver.told()).toEqual([outage, outage, outageOver, outageOver]);
    expect(watch.troublesHere()).toEqual([]);
    const named = lines.filter((line) => line.includes("gravacao-parada"));
    expect(named.map((line) => /"alarm(Over)?"/.exec(line)?.[0])).toContain('"alarmOver"');
  },
);

test("the heartbeat comes once a minute, whatever fails", async () => {
  const heartbeats = await startReceiver();
  const settings = { ALERT_URL: "", HEARTBEAT_URL: `${heartbeats.url}/beat` };
  const { database, night, lines } = await watching("sqlite", { settings });
  heartbeats.answer = (response) => response.writeHead(500).end();
  await breakStore(database);
  await night.pass(3 * minute);
  const beats = heartbeats.received.filter(({ path }) => path === "/beat");
  expect(beats).toHaveLength(4);
  expect(lines.filter((line) => line.includes("HEARTBEAT_URL"))).toHaveLength(1);
});

test("a server without the watch has what it finds itself in its panel alone", async () => {
  const { database, night, receiver, watch } = await watching("sqlite");
  await night.pass(10_000);
  const readDisk = async () => ({ freeBytes: 1e12, freeShare: 0.05 });
  const other = startWatch({ database, night, receiver }, { readDisk });
  await night.pass(10_000);
  expect(other.troublesHere().map(({ alarm }) => alarm)).toEqual(["disco-quase-cheio"]);
  expect(watch.troublesHere()).toEqual([]);
  expect(receiver.told()).toEqual([]);
});

async function lasting(database: Database): Promise<string[]> {
  return [...lastingIn(await readTroubles(database)).keys()];
}

/** A time limit for each answer. The test lets all limits end together. */
function createLimit() {
  const limits = new Set<AbortController>();
  const limit = () => {
    const controller = new AbortController();
    limits.add(controller);
    return controller.signal;
  };
  const pass = () => {
    for (const each of limits) each.abort(new DOMException("", "TimeoutError"));
    limits.clear();
  };
  return { limit, pass };
}

/** From now on each try to write like a sign-up fails. */
async function breakStore(database: Database): Promise<void> {
  await database.schema.alterTable("readiness").renameTo("broken").execute();
}

async function mendStore(database: Database): Promise<void> {
  await database.schema.alterTable("broken").renameTo("readiness").execute();
}
