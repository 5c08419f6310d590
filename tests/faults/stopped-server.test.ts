import { once } from "node:events";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { readCounts, timesOf } from "#server/figures/figures.ts";
import { startChance } from "#tests/support/chance.ts";
import { openConnection } from "#tests/support/faults/bare-connection.ts";
import { reportView, startLoad } from "#tests/support/faults/load.ts";
import { rounds, slowWaits, startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import { openSqliteIn } from "#tests/support/store/temporary-database.ts";

const visitors = 16;
const reports = 20;
const polling = { timeout: 60_000, interval: 5 };
/** The clock of the stopping server is so many times slower that even a busy machine can test it while it answers for 3 s. */
const slower = 8;
/** The server closes its port after half a second without requests, so this test sends requests less often than that. */
const rarely = { timeout: 60_000, interval: slower * 700 };
const stops = Math.ceil(rounds / 25);
const stopTimeLimitMs = 120_000;

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
    expect(timesOf("view", await readCounts(database, 0))).toBe(stops * reports);
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
  const atSignal = load.acknowledged.size;
  expect(await ended).toBe(0);
  await load.ended;
  expect(load.acknowledged.size, "answered after the signal").toBeGreaterThan(atSignal);
  expect(load.unanswered.map(({ message }) => message)).toEqual([]);
  // The system resets connections in the queue of a closing port. Caddy no longer sends connections to this port then.
  const codes = load.unconnected.map(({ code }) => code);
  expect(["ECONNREFUSED", "ECONNRESET"]).toEqual(expect.arrayContaining(codes));
  expect(load.refusals).toEqual([]);
  expect(missingFrom(load.acknowledged, load.begun), "begun, but not answered").toEqual([]);
  return load.acknowledged;
}

test(
  "a stopping server is not ready, and waits for the rest of a request",
  async () => {
    const data = { DATA_DIR: await sqliteFolder() };
    const server = await startFaultServer({ ...data, ...slowWaits(slower) });
    const body = JSON.stringify(ana);
    const head = `POST ${addContactPath} HTTP/1.1\r\nHost: localhost\r\nApikey: ${links.publicKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const inHead = await sendPart(server.url, head.slice(0, 30));
    // The server answers 100 when it has read the headers, so this request is in progress at the signal.
    const inBody = await sendPart(server.url, `${head.slice(0, -2)}Expect: 100-continue\r\n\r\n`);
    await expect.poll(inBody.answered, polling).toMatch(/^HTTP\/1.1 100 /);
    const silent = await sendPart(server.url, "");
    const ended = server.end("SIGTERM");
    await expect.poll(server.readiness, { ...polling, interval: 20 }).toBe(503);
    await expect.poll(() => fetch(server.url).catch(() => "closed"), rarely).toBe("closed");
    expect(await inHead.sendRest(head.slice(30) + body)).toMatch(/^HTTP\/1.1 200 [\s\S]*close/);
    expect(await inBody.sendRest(body)).toMatch(/\sHTTP\/1.1 200 [\s\S]*close/);
    expect(await silent.sendRest("")).toBe("");
    expect(await ended).toBe(0);
  },
  stopTimeLimitMs,
);

/** Sends the first part of a request. `sendRest` sends the other part and returns the whole answer. */
async function sendPart(url: string, text: string) {
  const { socket, answered, ended } = openConnection(url);
  await once(socket, "connect");
  socket.write(text);
  const sendRest = async (rest: string) => {
    socket.write(rest);
    await ended;
    return answered();
  };
  return { sendRest, answered };
}
