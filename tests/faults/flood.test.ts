import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { connectionLimits, listen } from "#server/node/http-server.ts";
import { openApp } from "#tests/support/app/app.ts";
import {
  type BareConnection,
  openConnection,
  parseAnswer,
} from "#tests/support/faults/bare-connection.ts";
import { type Load, startLoad } from "#tests/support/faults/load.ts";
import { isLongRun, startFaultServer } from "#tests/support/faults/server.ts";
import { newAddress, signUp } from "#tests/support/faults/sign-up.ts";
import {
  emailSequence,
  emailsInPostgres,
  emailsInSqlite,
  missingFrom,
  postgresDatabase,
  sqliteFolder,
} from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";

const timeLimitMs = 120_000;
const polling = { timeout: 60_000, interval: 20 };
const host = "Host: localhost\r\n";
const signUpHead = `POST ${addContactPath} HTTP/1.1\r\n${host}Apikey: ${links.publicKey}\r\nContent-Type: application/json\r\n`;

test(
  "a flood from one address is limited, and visitors are served meanwhile",
  async () => {
    const folder = await sqliteFolder();
    const { url } = await startFaultServer({ DATA_DIR: folder });
    const newEmail = emailSequence();
    // The visitor's own text comes before the address that the proxy reports.
    const address = "10.0.0.1, 203.0.113.9";
    const fromOne = startLoad({ url, newEmail, visitors: 50, address });
    const fromMany = startLoad({ url, newEmail, visitors: 10 });
    const limited = () => fromOne.refusals.filter(({ status }) => status === 429);
    await expect.poll(() => limited().length, polling).toBeGreaterThan(0);
    const before = fromMany.acknowledged.size;
    const page = await fetch(url, { headers: { connection: "close" } });
    expect(page.status).toBe(200);
    await expect.poll(() => fromMany.acknowledged.size, polling).toBeGreaterThan(before + 10);
    await Promise.all([fromOne.end(), fromMany.end()]);
    expect(statusesOf(fromMany)).not.toContain(429);
    for (const load of [fromOne, fromMany]) {
      // A busy machine refuses a few sign-ups with 503 that it would otherwise store.
      expect([429, 503]).toEqual(expect.arrayContaining(statusesOf(load)));
      expect(load.refusals.filter(({ retryAfter }) => !retryAfter)).toEqual([]);
      expect([...load.unanswered, ...load.unconnected]).toEqual([]);
      expect(missingFrom(emailsInSqlite(folder), load.acknowledged)).toEqual([]);
    }
  },
  timeLimitMs,
);

function statusesOf({ refusals }: Load): number[] {
  return [...new Set(refusals.map(({ status }) => status))];
}

/**
 * In the long run, more sign-ups at once than the queue for the store holds; on each connection not more than the
 * server allows unanswered.
 */
const blocked = isLongRun ? { connections: 400, each: 15 } : { connections: 20, each: 15 };

test(
  "while the store is blocked, sign-ups get Retry-After; none is lost",
  async () => {
    const stored = await postgresDatabase();
    const { url } = await startFaultServer({ DATABASE_URL: stored });
    const lock = await lockSubmissions(stored);
    const sent = Array.from({ length: blocked.connections }, (_, index) => sendMany(url, index));
    await expect.poll(() => answersOf(sent, "503").length, polling).toBeGreaterThan(0);
    await lock.release();
    const again = async () => (await signUp({ url, email: "after@example.com" })).status;
    await expect.poll(again, polling).toBe(200);
    await Promise.all(sent.map(({ ended }) => ended));
    const refused = answersOf(sent, "503");
    for (const head of refused) expect(head).toMatch(/\r\nRetry-After: \d+\r\n/i);
    expect(answersOf(sent, "200").length + refused.length).toBe(blocked.connections * blocked.each);
    const acknowledged = sent.flatMap(({ acknowledged: emails }) => emails());
    expect(missingFrom(await emailsInPostgres(stored), acknowledged)).toEqual([]);
  },
  timeLimitMs,
);

type Sent = { heads: () => string[]; acknowledged: () => string[]; ended: Promise<unknown> };

/** Sends many sign-ups on one connection, without waiting for the answers, which come in the same order. */
function sendMany(url: string, index: number): Sent {
  const emails = Array.from(
    { length: blocked.each },
    (_, count) => `v-${index}-${count}@a.example`,
  );
  const { socket, answered, ended } = openConnection(url);
  socket.write(emails.map((email, at) => request(email, at === emails.length - 1)).join(""));
  const heads = () =>
    answered()
      .split(/(?=HTTP\/1\.1 \d)/)
      .filter(Boolean);
  const acknowledged = () => emails.filter((_, at) => heads()[at]?.startsWith("HTTP/1.1 200"));
  return { heads, acknowledged, ended };
}

function request(email: string, isLast: boolean): string {
  const body = JSON.stringify({ ...ana, email });
  const close = isLast ? "Connection: close\r\n" : "";
  return `${signUpHead}X-Forwarded-For: ${newAddress()}\r\n${close}Content-Length: ${body.length}\r\n\r\n${body}`;
}

function answersOf(sent: readonly Sent[], status: string): string[] {
  const isRight = (head: string) => head.startsWith(`HTTP/1.1 ${status}`);
  return sent.flatMap(({ heads }) => heads().filter(isRight));
}

/** Locks the table of submissions, so that every write to it waits. */
async function lockSubmissions(url: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("begin");
  await client.query("lock table submissions in access exclusive mode");
  return {
    async release() {
      await client.query("rollback");
      await client.end();
    },
  };
}

test("a connection has ten seconds for its headers, twenty for its request", () => {
  expect(connectionLimits).toEqual({
    keepAliveTimeout: 75_000,
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    connectionsCheckingInterval: 2_000,
  });
});

const dayMs = 24 * 60 * 60_000;
/** With these limits no connection is ended while the test looks, even on a slow machine. */
const longLimits = { ...connectionLimits, headersTimeout: dayMs, requestTimeout: dayMs };
/** The limits of the server, shorter so that the test need not wait. */
const shortLimits = {
  ...connectionLimits,
  headersTimeout: 400,
  requestTimeout: 800,
  connectionsCheckingInterval: 50,
};

test.each([
  ["that say nothing", "", undefined],
  ["whose headers come letter by letter", `GET / HTTP/1.1\r\n${host}X: `, "a"],
  ["whose bodies come letter by letter", `${signUpHead}Content-Length: 4000\r\n\r\n`, "a"],
])("connections %s are answered 408, and others are served meanwhile", async (_, text, letter) => {
  const patient = await startWithLimits(longLimits);
  const held = await openMany(patient, 20, text);
  const other = await fetch(`${patient}/healthz`, { headers: { connection: "close" } });
  expect(other.status).toBe(200);
  expect(held.filter(({ socket }) => socket.destroyed)).toEqual([]);

  const connections = await openMany(await startWithLimits(shortLimits), 20, text);
  const sending = setInterval(() => {
    for (const { socket } of connections) if (letter) socket.write(letter);
  }, 50);
  onTestFinished(() => clearInterval(sending));
  await Promise.all(connections.map(({ ended }) => ended));
  expect(new Set(connections.map(statusOf))).toEqual(new Set(["408"]));
});

async function startWithLimits(limits: typeof connectionLimits): Promise<string> {
  const { app } = await openApp({ publicKey: links.publicKey });
  const listening = await listen(app, { host: "127.0.0.1", port: 0 }, limits);
  if (listening.kind === "refused") throw new Error(listening.mistake);
  onTestFinished(listening.close);
  return `http://127.0.0.1:${listening.port}`;
}

async function openMany(url: string, count: number, text: string): Promise<BareConnection[]> {
  const connections = Array.from({ length: count }, () => openConnection(url));
  onTestFinished(() => {
    for (const { socket } of connections) socket.destroy();
  });
  await Promise.all(connections.map(({ socket }) => once(socket, "connect")));
  for (const { socket } of connections) socket.write(text);
  return connections;
}

function statusOf({ answered }: BareConnection): string | undefined {
  return parseAnswer(answered()).status;
}

type Assault = (url: string) => Promise<unknown>;

/** How much the server's memory may grow: the rate limits remember 50,000 addresses, and garbage is collected late. */
const maxGrowthMegabytes = 250;

// The memory of a process is a matter of statistics, so only `npm run test:faults` looks at it.
const longTest = isLongRun ? test : undefined;
longTest?.each<[string, Assault, Assault]>([
  ["30,000 sign-ups", (url) => floodUntil(url, 600), (url) => floodUntil(url, 30_000)],
  ["2,000 silent connections", (url) => beSilent(url, 10), (url) => beSilent(url, 2_000)],
  ["100 bodies of ten megabytes", (url) => sendLarge(url, 8), (url) => sendLarge(url, 100)],
])(
  "%s leave the server in the same memory",
  async (_, warmUp, assault) => {
    const server = await startFaultServer({ DATA_DIR: await sqliteFolder() });
    // A new process is slow and grows at first.
    await warmUp(server.url);
    const before = await server.memoryMegabytes();
    await assault(server.url);
    expect((await server.memoryMegabytes()) - before).toBeLessThan(maxGrowthMegabytes);
  },
  5 * timeLimitMs,
);

async function floodUntil(url: string, answers: number): Promise<void> {
  const load = startLoad({ url, newEmail: emailSequence(), visitors: 300 });
  const count = () => load.acknowledged.size + load.refusals.length;
  await expect.poll(count, { timeout: 4 * timeLimitMs }).toBeGreaterThan(answers);
  await load.end();
}

async function beSilent(url: string, count: number): Promise<void> {
  const connections = await openMany(url, count, "");
  await Promise.all(connections.map(({ ended }) => ended));
  expect(new Set(connections.map(statusOf))).toEqual(new Set(["408"]));
}

/**
 * Some clients may get no answer: TCP discards the answer if a client still sends after the server has closed the
 * connection.
 */
async function sendLarge(url: string, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const { socket, answered, ended } = openConnection(url);
    socket.write(`${signUpHead}Content-Length: 10000000\r\n\r\n`);
    for (let megabytes = 0; megabytes < 10 && socket.writable; megabytes += 1) {
      socket.write(Buffer.alloc(1_000_000, "x"));
      await sleep(1);
    }
    socket.end();
    await ended;
    expect([undefined, "413"]).toContain(parseAnswer(answered()).status);
  }
}
