import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import {
  type BareConnection,
  openConnection,
  readAnswer,
} from "#tests/support/faults/bare-connection.ts";
import { described, residentMegabytes, watchBystanders } from "#tests/support/faults/bystanders.ts";
import { type FaultServer, startFaultServer } from "#tests/support/faults/server.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

/** The short form belongs to `npm test`, the long one to `npm run test:faults`. */
const isLong = "ROUNDS" in process.env;
const idle = isLong ? 2_000 : 200;
const slow = isLong ? 200 : 20;
const large = isLong ? 100 : 8;
const dripEveryMs = 500;
/** Generous: what a socket holds, and a heap that is not emptied at once. */
const mostGrowthMegabytes = 200;
const testTimeLimitMs = 120_000;

const host = "Host: localhost\r\n";
const signUp = `POST ${addContactPath} HTTP/1.1\r\n${host}Apikey: ${links.publicKey}\r\nContent-Type: application/json\r\n`;
const megabyte = Buffer.alloc(1_000_000, "x");

test(
  `${idle} connections that say nothing are ended by the server, and others are served meanwhile`,
  async () => {
    const server = await start();
    const before = await residentMegabytes(server.pid);
    const silent = await openMany(server, idle, "");
    await expectOthersServed(server, `${idle} silent connections`, allEnded(silent));
    expect(new Set(statuses(silent))).toEqual(new Set(["408"]));
    expect((await residentMegabytes(server.pid)) - before).toBeLessThan(mostGrowthMegabytes);
  },
  testTimeLimitMs,
);

test(
  `${slow} visitors whose headers or bodies come letter by letter are told that it took too long`,
  async () => {
    const server = await start();
    const heads = await openMany(server, slow, `GET / HTTP/1.1\r\n${host}X: `);
    const bodies = await openMany(server, slow, `${signUp}Content-Length: 4000\r\n\r\n`);
    const dripping = setInterval(() => {
      for (const { socket } of [...heads, ...bodies]) socket.write("a");
    }, dripEveryMs);
    onTestFinished(() => clearInterval(dripping));
    await expectOthersServed(server, `${2 * slow} slow visitors`, allEnded([...heads, ...bodies]));
    expect(new Set(statuses(heads))).toEqual(new Set(["408"]));
    expect(new Set(statuses(bodies))).toEqual(new Set(["408"]));
  },
  testTimeLimitMs,
);

test(
  `${large} bodies of ten megabytes, announced or in pieces, are refused in the same memory`,
  async () => {
    const server = await start();
    await sendLarge(server, 8);
    const before = await residentMegabytes(server.pid);
    await expectOthersServed(server, `${large} large bodies`, sendLarge(server, large));
    expect((await residentMegabytes(server.pid)) - before).toBeLessThan(mostGrowthMegabytes);
  },
  testTimeLimitMs,
);

async function start(): Promise<FaultServer> {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const server = await startFaultServer({ DATA_DIR: store.folder });
  return server;
}

async function openMany({ url }: FaultServer, count: number, text: string) {
  const connections: BareConnection[] = [];
  for (let index = 0; index < count; index += 1) {
    const connection = openConnection(url);
    onTestFinished(() => {
      connection.socket.destroy();
    });
    await once(connection.socket, "connect");
    connection.socket.write(text);
    connections.push(connection);
  }
  return connections;
}

function allEnded(connections: BareConnection[]): Promise<unknown> {
  return Promise.all(connections.map(({ ended }) => ended));
}

function statuses(connections: BareConnection[]): (string | undefined)[] {
  return connections.map(({ answered }) => readAnswer(answered()).status);
}

async function expectOthersServed(server: FaultServer, what: string, over: Promise<unknown>) {
  const bystanders = await watchBystanders(server.url, Promise.all([over, sleep(1_000)]));
  process.stdout.write(`With ${what}: ${described(bystanders)}.\n`);
  await over;
  expect(bystanders.refused).toEqual([]);
}

/** A few at once. Who goes on sending when the server has hung up may lose the answer on the way: TCP throws it away. */
async function sendLarge(server: FaultServer, count: number): Promise<void> {
  const atOnce = 8;
  for (let sent = 0; sent < count; sent += atOnce) {
    const bodies = Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) =>
      sendOneLarge(server, index % 2 === 0),
    );
    const statuses = (await Promise.all(bodies)).filter((status) => status !== undefined);
    expect(new Set(statuses)).toEqual(new Set(["413"]));
  }
}

async function sendOneLarge({ url }: FaultServer, announced: boolean) {
  const { socket, answered, ended } = openConnection(url);
  socket.write(
    `${signUp}${announced ? "Content-Length: 10000000" : "Transfer-Encoding: chunked"}\r\n\r\n`,
  );
  for (let megabytes = 0; megabytes < 10 && socket.writable; megabytes += 1) {
    if (!announced) socket.write(`${megabyte.length.toString(16)}\r\n`);
    socket.write(megabyte);
    if (!announced) socket.write("\r\n");
    await sleep(1);
  }
  socket.end();
  await ended;
  return readAnswer(answered()).status;
}
