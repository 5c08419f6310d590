import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { engines } from "#tests/support/store/temporary-database.ts";
import { parkLead, unparkLeads } from "#tests/support/watch/troubles.ts";
import { startWatch, watching } from "#tests/support/watch/watching.ts";

const start = 1_000;
const minute = 60_000;
const began = "began lead-recusado";

test.each(engines)(
  "on %s a trouble that was over while no message arrived is not told, and one that lasts is",
  async (engine) => {
    const { database, night, receiver } = await watching(engine);
    receiver.answer = (response) => response.writeHead(500).end();
    await parkLead(database, start);
    await night.pass(minute);
    await unparkLeads(database);
    await night.pass(3 * minute);
    receiver.received.length = 0;
    receiver.answer = (response) => response.end();
    await night.pass(4 * minute);
    expect(receiver.told()).toEqual([]);
    await parkLead(database, start);
    await night.pass(minute);
    expect(receiver.told()).toEqual([began]);
  },
);

test.each(engines)(
  "on %s a message whose server was killed before it could record it is sent by another server",
  async (engine) => {
    const { database, night, receiver, watch } = await watching(engine);
    await watch.stop();
    const dying = fetchAndDie();
    startWatch({ database, night, receiver }, { fetch: dying.fetch });
    await parkLead(database, start);
    void night.pass(15_000);
    await dying.sent;
    night.loops -= 1;
    startWatch({ database, night, receiver });
    await night.pass(15_000);
    expect(receiver.told()).toEqual([began]);
    await night.pass(minute);
    expect(receiver.told()).toEqual([began, began]);
    dying.endTest();
  },
);

/** A `fetch` of a server that is killed when its request has arrived: nothing follows it before the test ends. */
function fetchAndDie() {
  let noteSent = () => {};
  let endTest = () => {};
  const sent = new Promise<void>((resolve) => {
    noteSent = resolve;
  });
  const testEnd = new Promise<void>((resolve) => {
    endTest = resolve;
  });
  const fetchOnce: typeof fetch = async (...request) => {
    const answer = await fetch(...request);
    noteSent();
    await testEnd;
    return answer;
  };
  return { fetch: fetchOnce, sent, endTest: () => endTest() };
}

type Fault = (response: ServerResponse) => void;

const faults: Record<string, Fault> = {
  hangs: () => {},
  "answers 500": (response) => response.writeHead(500).end("an error"),
  redirects: (response) => response.writeHead(307, { Location: "/elsewhere" }).end(),
  "ends the connection": (response) => response.destroy(),
  "sends an endless head": (response) => response.writeHead(102),
};

test.each(Object.entries(faults))(
  "a receiver that %s costs nothing, and gets the message when it takes messages again",
  async (_, fault) => {
    const { database, night, receiver, watch, lines } = await watching("sqlite", {
      maxAnswerMs: 500,
    });
    receiver.answer = fault;
    await parkLead(database, start);
    await night.pass(2 * minute);
    expect(receiver.told()).toEqual([began, began, began, began]);
    expect(watch.troubles()).toHaveLength(1);
    expect(lines.filter((line) => line.includes("Não foi possível avisar"))).toHaveLength(1);
    receiver.received.length = 0;
    receiver.answer = (response) => response.end();
    await night.pass(5 * minute);
    expect(receiver.told()).toEqual([began]);
  },
);

test("a server stops at once while a receiver does not answer, and the next one sends the message", async () => {
  const { database, night, receiver, watch } = await watching("sqlite", { maxAnswerMs: 600_000 });
  await parkLead(database, start);
  const asked = new Promise<void>((resolve) => {
    receiver.answer = () => resolve();
  });
  void night.pass(15_000);
  await asked;
  await watch.stop();
  receiver.received.length = 0;
  receiver.answer = (response) => response.end();
  startWatch({ database, night, receiver });
  await night.pass(15_000);
  expect(receiver.told()).toEqual([began]);
});

test("no line of the log holds the address of the receiver", async () => {
  const { database, night, receiver, lines } = await watching("sqlite");
  const { host } = new URL(receiver.url);
  const alerts = {
    url: `${receiver.url}/canary`,
    heartbeatUrl: `${receiver.url}/canary-beat`,
    email: undefined,
  };
  receiver.answer = (response) => response.writeHead(404).end();
  startWatch({ database, night, lines }, { alerts });
  startWatch(
    { database, night, lines },
    {
      alerts: {
        url: "https://canary.invalid/x",
        heartbeatUrl: "http://127.0.0.1:1/canary",
        email: undefined,
      },
    },
  );
  await parkLead(database, start);
  await night.pass(2 * minute);
  expect(lines.join("")).toContain("HEARTBEAT_URL");
  expect(lines.join("")).not.toContain("canary");
  expect(lines.join("")).not.toContain(host);
});
