import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { type GracefulServer, makeGraceful } from "#server/node/graceful-server.ts";
import { readStepTotals } from "#server/store/counts/read-counts.ts";
import { startChance } from "#tests/support/chance.ts";
import { openConnection } from "#tests/support/faults/bare-connection.ts";
import { reportView, startLoad } from "#tests/support/faults/load.ts";
import { isLongRun, rounds, startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import { openSqliteIn } from "#tests/support/store/temporary-database.ts";

const visitors = 60;
const reports = 20;
const polling = { timeout: 20_000, interval: 1 };
const stops = Math.ceil(rounds / 25);
const stopTimeLimitMs = 60_000;

test(
  `a server that is stopped (${stops} times) loses no sign-up and no report`,
  async () => {
    const random = startChance();
    const folder = await sqliteFolder();
    const newEmail = emailSequence();
    const acknowledged = new Set<string>();
    for (let stop = 0; stop < stops; stop += 1)
      for (const email of await stopUnderLoad(folder, newEmail, random)) acknowledged.add(email);
    expect(missingFrom(emailsInSqlite(folder), acknowledged)).toEqual([]);
    const database = await openSqliteIn(folder);
    onTestFinished(() => database.destroy());
    const totals = (await readStepTotals(database)).filter(({ step }) => step === "view");
    expect(totals).toMatchObject([{ count: stops * reports, newPeople: 0 }]);
  },
  stops * stopTimeLimitMs,
);

async function stopUnderLoad(folder: string, newEmail: () => string, random: () => number) {
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail, visitors, bodyAfterMs: () => 20 * random() });
  const underWay = () => missingFrom(load.acknowledged, load.begun).length;
  for (let report = 0; report < reports; report += 1) await reportView(server.url);
  await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(2 * visitors);
  await expect.poll(underWay, polling).toBeGreaterThan(0);
  const ended = server.end("SIGTERM");
  await expect.poll(() => server.readiness().catch(() => "closed"), polling).toBe(503);
  const atSignal = load.acknowledged.size;
  expect(await ended).toBe(0);
  await load.ended;
  expect(load.acknowledged.size, "answered after the signal").toBeGreaterThan(atSignal);
  expect(load.unanswered.map(({ message }) => message)).toEqual([]);
  const codes = load.unconnected.map(({ code }) => code);
  expect(["ECONNREFUSED", "ECONNRESET"]).toEqual(expect.arrayContaining(codes));
  // The system resets what came into its queue after the server last accepted connections. How many that are is a
  // matter of the machine, so only the long run has a limit for it.
  const resets = codes.filter((code) => code === "ECONNRESET").length;
  if (isLongRun) expect(resets, "new connections that were reset").toBeLessThan(visitors / 4);
  expect(load.refusals).toEqual([]);
  expect(missingFrom(load.acknowledged, load.begun), "begun, but not answered").toEqual([]);
  return load.acknowledged;
}

test(
  "a stopping server waits for the rest of a request that has begun",
  async () => {
    const server = await startFaultServer({ DATA_DIR: await sqliteFolder() });
    const body = JSON.stringify(ana);
    const head = `POST ${addContactPath} HTTP/1.1\r\nHost: localhost\r\nApikey: ${links.publicKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const inHead = await sendPart(server.url, head.slice(0, 30));
    const inBody = await sendPart(server.url, head + body.slice(0, 10));
    const silent = await sendPart(server.url, "");
    const ended = server.end("SIGTERM");
    await expect.poll(() => fetch(server.url).catch(() => "closed"), polling).toBe("closed");
    expect(await inHead.sendRest(head.slice(30) + body)).toMatch(/^HTTP\/1.1 200 [\s\S]*close/);
    expect(await inBody.sendRest(body.slice(10))).toMatch(/^HTTP\/1.1 200 [\s\S]*close/);
    expect(await silent.sendRest("")).toBe("");
    expect(await ended).toBe(0);
  },
  stopTimeLimitMs,
);

/** Sends the beginning of a request, and returns a function that sends the rest and returns the whole answer. */
async function sendPart(url: string, text: string) {
  const { socket, answered, ended } = openConnection(url);
  await once(socket, "connect");
  socket.write(text);
  const sendRest = async (rest: string) => {
    socket.write(rest);
    await ended;
    return answered();
  };
  return { sendRest };
}

const connections = 40;
const maxSleepMs = 20_000;

type Close = (graceful: GracefulServer) => unknown;

// When a port closes, the system resets the connections that wait in its queue. The plain close, after which none gets
// an answer, shows that the connections were in the queue.
test.each<{ how: string; close: Close; answered: number }>([
  { how: "graceful", close: (graceful) => graceful.close(), answered: connections },
  { how: "plain", close: ({ server }) => server.close(), answered: 0 },
])(
  `a $how close answers $answered of ${connections} connections in the queue`,
  async ({ close, answered }) => {
    const graceful = makeGraceful({}, (_, response) => response.end());
    graceful.server.listen(0, "127.0.0.1");
    await once(graceful.server, "listening");
    const waiting = queueConnections(graceful);
    void close(graceful);
    const [statuses]: string[][] = await once(waiting, "message");
    expect(statuses).toHaveLength(connections);
    expect(statuses?.filter((status) => status === "HTTP/1.1 200 OK")).toHaveLength(answered);
  },
);

/**
 * Blocks this thread until another thread has sent a request on each connection. So Node cannot accept the connections,
 * and they wait in the system's queue.
 */
function queueConnections({ server }: GracefulServer): Worker {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const wake = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const script = new URL("../support/faults/queued-connections.mjs", import.meta.url);
  const worker = new Worker(script, { workerData: { port, connections, wake } });
  onTestFinished(async () => void (await worker.terminate()));
  expect(Atomics.wait(wake, 0, 0, maxSleepMs)).not.toBe("timed-out");
  return worker;
}
