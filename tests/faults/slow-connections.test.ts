import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import {
  type BareConnection,
  openConnection,
  parseAnswer,
} from "#tests/support/faults/bare-connection.ts";
import { describeVisits, visitUntil } from "#tests/support/faults/other-visitors.ts";
import { type FaultServer, isLongRun, startFaultServer } from "#tests/support/faults/server.ts";
import { sqliteFolder } from "#tests/support/faults/store.ts";

const silent = isLongRun ? 2_000 : 200;
const slow = isLongRun ? 200 : 20;
const large = isLongRun ? 100 : 8;
const letterEveryMs = 500;
/**
 * How much the server's memory may grow. The limit is generous: sockets have buffers, and garbage is not collected at
 * once.
 */
const maxGrowthMegabytes = 200;
const testTimeLimitMs = 120_000;

const host = "Host: localhost\r\n";
const signUp = `POST ${addContactPath} HTTP/1.1\r\n${host}Apikey: ${links.publicKey}\r\nContent-Type: application/json\r\n`;
const megabyte = Buffer.alloc(1_000_000, "x");

test(
  `the server ends ${silent} silent connections with 408, and serves other visitors at the same time`,
  async () => {
    const server = await start();
    const before = await server.memoryMegabytes();
    const connections = await openMany(server, silent, "");
    await expectOthersServed(server, `${silent} silent connections`, allEnded(connections));
    expect(new Set(statuses(connections))).toEqual(new Set(["408"]));
    expect((await server.memoryMegabytes()) - before).toBeLessThan(maxGrowthMegabytes);
  },
  testTimeLimitMs,
);

test(
  `${slow} connections whose headers or bodies come letter by letter are answered 408`,
  async () => {
    const server = await start();
    const heads = await openMany(server, slow, `GET / HTTP/1.1\r\n${host}X: `);
    const bodies = await openMany(server, slow, `${signUp}Content-Length: 4000\r\n\r\n`);
    const sending = setInterval(() => {
      for (const { socket } of [...heads, ...bodies]) socket.write("a");
    }, letterEveryMs);
    onTestFinished(() => clearInterval(sending));
    await expectOthersServed(
      server,
      `${2 * slow} slow connections`,
      allEnded([...heads, ...bodies]),
    );
    expect(new Set(statuses(heads))).toEqual(new Set(["408"]));
    expect(new Set(statuses(bodies))).toEqual(new Set(["408"]));
  },
  testTimeLimitMs,
);

test(
  `${large} bodies of ten megabytes, with or without a Content-Length, are refused in the same memory`,
  async () => {
    const server = await start();
    await sendLarge(server, 8);
    const before = await server.memoryMegabytes();
    await expectOthersServed(server, `${large} large bodies`, sendLarge(server, large));
    expect((await server.memoryMegabytes()) - before).toBeLessThan(maxGrowthMegabytes);
  },
  testTimeLimitMs,
);

async function start(): Promise<FaultServer> {
  return startFaultServer({ DATA_DIR: await sqliteFolder() });
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
  return connections.map(({ answered }) => parseAnswer(answered()).status);
}

async function expectOthersServed(server: FaultServer, what: string, ended: Promise<unknown>) {
  const others = await visitUntil(server.url, Promise.all([ended, sleep(1_000)]));
  process.stdout.write(`With ${what}: ${describeVisits(others)}.\n`);
  await ended;
  expect(others.refused).toEqual([]);
}

/**
 * Some clients may get no answer: TCP discards the answer if a client still sends after the server has closed the
 * connection.
 */
async function sendLarge(server: FaultServer, count: number): Promise<void> {
  const atOnce = 8;
  for (let sent = 0; sent < count; sent += atOnce) {
    const bodies = Array.from({ length: Math.min(atOnce, count - sent) }, (_, index) =>
      sendOneLarge(server, { withLength: index % 2 === 0 }),
    );
    const statuses = (await Promise.all(bodies)).filter((status) => status !== undefined);
    expect(new Set(statuses)).toEqual(new Set(["413"]));
  }
}

async function sendOneLarge({ url }: FaultServer, { withLength }: { withLength: boolean }) {
  const { socket, answered, ended } = openConnection(url);
  const header = withLength ? "Content-Length: 10000000" : "Transfer-Encoding: chunked";
  socket.write(`${signUp}${header}\r\n\r\n`);
  for (let megabytes = 0; megabytes < 10 && socket.writable; megabytes += 1) {
    if (!withLength) socket.write(`${megabyte.length.toString(16)}\r\n`);
    socket.write(megabyte);
    if (!withLength) socket.write("\r\n");
    await sleep(1);
  }
  socket.end();
  await ended;
  return parseAnswer(answered()).status;
}
