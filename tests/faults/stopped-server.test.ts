import { once } from "node:events";
import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { openConnection } from "#tests/support/faults/bare-connection.ts";
import { type Load, startLoad } from "#tests/support/faults/load.ts";
import { rounds, startFaultServer } from "#tests/support/faults/server.ts";
import {
  emailSequence,
  emailsInSqlite,
  missingFrom,
  sqliteFolder,
} from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";

const visitors = 60;
/**
 * The most connections that may be reset at a stop: the system resets those that came into its queue after the server
 * last accepted connections, and no sign-up was read from them. `accept-queue.test.ts` shows how many connections the
 * server still accepts before it closes the port.
 */
const maxResets = visitors / 4;
const someSignUps = 2 * visitors;
const polling = { timeout: 10_000, interval: 1 };
const killsPerStop = 25;
const stops = Math.ceil(rounds / killsPerStop);
const stopTimeLimitMs = 20_000;

test(
  `a server that is stopped ${stops} times while visitors sign up loses no sign-up, and resets few new connections`,
  async () => {
    const folder = await sqliteFolder();
    const newEmail = emailSequence();
    const acknowledged = new Set<string>();
    let unconnected = 0;
    let reset = 0;
    for (let round = 0; round < stops; round++) {
      const load = await stopUnderLoad(folder, newEmail);
      for (const email of load.acknowledged) acknowledged.add(email);
      unconnected += load.unconnected.length;
      reset += resetsOf(load).length;
    }
    const missing = missingFrom(emailsInSqlite(folder), acknowledged);
    process.stdout.write(
      `Stopped ${stops} times: ${acknowledged.size} acknowledged, ${missing.length} missing; ${unconnected} later connections failed, ${reset} of them by a reset.\n`,
    );
    expect(missing).toEqual([]);
  },
  stops * stopTimeLimitMs,
);

async function stopUnderLoad(folder: string, newEmail: () => string) {
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail, visitors, bodyWithinMs: 20 });
  const underWay = () => missingFrom(load.acknowledged, load.begun).length;
  await expect.poll(() => load.acknowledged.size, polling).toBeGreaterThan(someSignUps);
  await expect.poll(underWay, polling).toBeGreaterThan(0);
  const ended = server.end("SIGTERM");
  await expect.poll(() => server.readiness().catch(() => "closed"), polling).toBe(503);
  const atSignal = load.acknowledged.size;
  expect(await ended).toBe(0);
  await load.ended;
  expect(load.acknowledged.size, "answered after the signal").toBeGreaterThan(atSignal);
  expect(load.unanswered.map(({ message }) => message)).toEqual([]);
  const codes = new Set(load.unconnected.map(({ code }) => code));
  expect(["ECONNREFUSED", "ECONNRESET"]).toEqual(expect.arrayContaining([...codes]));
  expect(resetsOf(load).length, "new connections that were reset").toBeLessThan(maxResets);
  expect(load.refusals).toEqual([]);
  expect(missingFrom(load.acknowledged, load.begun), "begun, but not answered").toEqual([]);
  return load;
}

function resetsOf({ unconnected }: Load) {
  return unconnected.filter(({ code }) => code === "ECONNRESET");
}

test(
  "a server that is stopping waits for the rest of a request that has begun to arrive",
  async () => {
    const folder = await sqliteFolder();
    const server = await startFaultServer({ DATA_DIR: folder });
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
