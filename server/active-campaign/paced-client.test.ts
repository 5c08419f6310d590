import { expect, test } from "vitest";
import { temporaryDatabase } from "#tests/support/store/temporary-database.ts";
import { type Answer, interrupted } from "./answer.ts";
import {
  bulkImportPath,
  connectOperatorClient,
  courierPerSecond,
  createPace,
  createPacedClient,
} from "./paced-client.ts";

const answer: Answer = { kind: "done", body: {} };
const latencyMs = 40;

test("five requests a second are sent and never six, at an even pace", async () => {
  const { send, sent } = setUp();
  for (let request = 0; request < 30; request += 1) await send();
  expect(maxWithin(sent, 1_000)).toBe(5);
  expect(gapsOf(sent).every((gap) => gap >= 200)).toBe(true);
});

test("a request counts until a second after its answer", async () => {
  const { send, sent } = setUp();
  const arrived: number[] = [];
  // The worst delay that a network can cause: the request arrives at ActiveCampaign only just before the answer.
  for (let request = 0; request < 30; request += 1) {
    const late = request % 7 === 0 ? 900 : 0;
    await send("/users/me", late + latencyMs);
    arrived.push((sent.at(-1) ?? 0) + late);
  }
  expect(maxWithin(arrived, 1_000)).toBeLessThanOrEqual(5);
});

test("a hundred imports a minute are sent and never more", async () => {
  const { send, sent } = setUp();
  for (let request = 0; request < 130; request += 1) await send(bulkImportPath, 0);
  expect(maxWithin(sent, 60_000)).toBe(100);
});

test("a stopped client sends nothing, and neither does one that may not send", async () => {
  const stopping = new AbortController();
  const { send, sent } = setUp({ stopped: stopping.signal });
  stopping.abort();
  expect(await send()).toEqual(interrupted);
  const lost = setUp({ maySend: () => Promise.resolve(false) });
  expect(await lost.send()).toEqual(interrupted);
  expect([...sent, ...lost.sent]).toEqual([]);
});

test("commands send one request a second together, from three seconds on, and repeat none", async () => {
  const clock = { now: 0 };
  const sent: number[] = [];
  const surroundings = {
    database: await temporaryDatabase("sqlite"),
    clock: () => clock.now,
    sleep: async (ms: number) => {
      clock.now += ms;
    },
    async fetch() {
      sent.push(clock.now);
      return new Response("{}", { status: 429, headers: { "retry-after": "30" } });
    },
  };
  const account = { url: "https://account.example", token: "key", list: undefined };
  const settings = { ...account, tags: [], nextTags: [], enteredTag: "entered" };
  const one = connectOperatorClient(surroundings, settings);
  const other = connectOperatorClient(surroundings, settings);
  for (const { read } of [one, other, one, one]) await read("/users/me");
  expect(sent).toEqual([3_000, 4_000, 5_000, 6_000]);
  // After some time without a command, the courier uses the whole limit again, so a new command waits for three
  // seconds.
  clock.now += 60_000;
  await other.read("/users/me");
  expect(sent.at(-1)).toBe(69_000);
});

function setUp(special: Partial<Parameters<typeof createPacedClient>[0]> = {}) {
  const clock = { now: 0, latency: 0 };
  const sent: number[] = [];
  const client = createPacedClient({
    activeCampaign() {
      sent.push(clock.now);
      clock.now += clock.latency;
      return Promise.resolve(answer);
    },
    turns: createPace(
      () => Promise.resolve(courierPerSecond),
      () => clock.now,
    ),
    sleep: async (ms) => {
      clock.now += ms;
    },
    stopped: new AbortController().signal,
    ...special,
  });
  const send = (path = "/users/me", latency = latencyMs) => {
    clock.latency = latency;
    return client.read(path);
  };
  return { send, sent };
}

/** The largest number of requests within any span of this length. */
function maxWithin(times: readonly number[], spanMs: number): number {
  return Math.max(
    ...times.map((end) => times.filter((time) => time > end - spanMs && time <= end).length),
  );
}

function gapsOf(times: readonly number[]): number[] {
  return times.slice(1).map((time, index) => time - (times[index] ?? time));
}
