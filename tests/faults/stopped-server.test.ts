import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { emailSequence, missingFrom, storedEmails } from "#tests/support/faults/store.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

const visitors = 60;
/**
 * The system resets a connection that it has queued and Node has not accepted when the port closes. Some connect between
 * the last look at the queue and the close. No sign-up was read from them.
 */
const fewResets = visitors / 4;
const enough = 2 * visitors;
const soon = { timeout: 10_000, interval: 1 };
const killsPerStop = 25;
const stops = Math.ceil(rounds / killsPerStop);
const stopTimeLimitMs = 20_000;

test(
  `a server stopped while people sign up, ${stops} times, loses nothing, and resets hardly any new connection`,
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const newEmail = emailSequence();
    const acknowledged = new Set<string>();
    let refused = 0;
    let reset = 0;
    for (let round = 0; round < stops; round++) {
      const load = await stopUnderLoad(store.folder, newEmail);
      for (const email of load.acknowledged) acknowledged.add(email);
      refused += load.unheard.length;
      reset += resetsOf(load).length;
    }
    const missing = missingFrom(storedEmails(store.folder), acknowledged);
    process.stdout.write(
      `Stopped ${stops} times: ${acknowledged.size} acknowledged, ${missing.length} missing; ${refused} connections not let in afterwards, ${reset} of them reset.\n`,
    );
    expect(missing).toEqual([]);
  },
  stops * stopTimeLimitMs,
);

async function stopUnderLoad(folder: string, newEmail: () => string) {
  const server = await startFaultServer({ DATA_DIR: folder });
  const load = startLoad({ url: server.url, newEmail, visitors, bodyWithinMs: 20 });
  const underWay = () => missingFrom(load.acknowledged, load.accepted).length;
  await expect.poll(() => load.acknowledged.size, soon).toBeGreaterThan(enough);
  await expect.poll(underWay, soon).toBeGreaterThan(0);
  const ended = server.end("SIGTERM");
  await expect.poll(() => server.readiness().catch(() => "gone"), soon).toBe(503);
  const atSignal = load.acknowledged.size;
  expect(await ended).toBe(0);
  await load.over;
  expect(load.acknowledged.size, "answered after the signal").toBeGreaterThan(atSignal);
  expect(load.dropped.map(({ message }) => message)).toEqual([]);
  const codes = new Set(load.unheard.map(({ code }) => code));
  expect(["ECONNREFUSED", "ECONNRESET"]).toEqual(expect.arrayContaining([...codes]));
  expect(resetsOf(load).length, "reset before they were let in").toBeLessThan(fewResets);
  expect(load.refusals).toEqual([]);
  expect(missingFrom(load.acknowledged, load.accepted), "read, but not answered").toEqual([]);
  return load;
}

function resetsOf({ unheard }: { unheard: { code: string }[] }) {
  return unheard.filter(({ code }) => code === "ECONNRESET");
}

test(
  "a server that is stopping waits for the rest of what has begun to arrive",
  async () => {
    const { store, remove } = await createTemporaryFolder();
    onTestFinished(remove);
    const server = await startFaultServer({ DATA_DIR: store.folder });
    const body = JSON.stringify({ name: "Ana", email: "ana@example.com", whatsapp: "1" });
    const head = `POST ${addContactPath} HTTP/1.1\r\nHost: localhost\r\nApikey: ${links.publicKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`;
    const inHead = await say(server.url, head.slice(0, 30));
    const inBody = await say(server.url, head + body.slice(0, 10));
    const silent = await say(server.url, "");
    const ended = server.end("SIGTERM");
    await expect.poll(() => fetch(server.url).catch(() => "gone"), soon).toBe("gone");
    expect(await inHead.sayMore(head.slice(30) + body)).toMatch(/^HTTP\/1.1 200 [\s\S]*close/);
    expect(await inBody.sayMore(body.slice(10))).toMatch(/^HTTP\/1.1 200 [\s\S]*close/);
    expect(await silent.sayMore("")).toBe("");
    expect(await ended).toBe(0);
  },
  stopTimeLimitMs,
);

/** On a bare connection, on which half of something can be said. */
async function say(url: string, text: string) {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  let answer = "";
  socket.setEncoding("latin1").on("data", (part: string) => {
    answer += part;
  });
  const closed = once(socket, "close");
  await once(socket, "connect");
  socket.write(text);
  const sayMore = async (more: string) => {
    socket.write(more);
    await closed;
    return answer;
  };
  return { sayMore };
}
