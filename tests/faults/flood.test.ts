import { once } from "node:events";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { connectionLimits, listen } from "#server/http-server.ts";
import type { Store } from "#server/store/connection/open-database.ts";
import { openApp } from "#tests/support/app/app.ts";
import {
  type BareConnection,
  openConnection,
  parseAnswer,
} from "#tests/support/faults/bare-connection.ts";
import { notDeliveredOnce, startCourierServers } from "#tests/support/faults/courier.ts";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { newAddress, signUp, signUpUntilStored } from "#tests/support/faults/sign-up.ts";
import {
  emailSequence,
  emailsInPostgres,
  missingFrom,
  postgresDatabase,
} from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import {
  createTemporaryStore,
  engines,
  openStore,
} from "#tests/support/store/temporary-database.ts";

const timeLimitMs = 120_000;
const polling = { timeout: 60_000, interval: 20 };
const host = "Host: localhost\r\n";
const signUpHead = `POST ${addContactPath} HTTP/1.1\r\n${host}Apikey: ${links.publicKey}\r\nContent-Type: application/json\r\n`;

/** More than two seconds of a flood of a thousand a second, and some times as much as four households may send. */
const floodSize = 2_500;

test.each(engines)(
  "on %s a flood from a /48 is held, and the phones of this /48 are delivered",
  async (engine) => {
    const { store, remove } = await createTemporaryStore(engine);
    onTestFinished(remove);
    const { fake, startServer } = await startCourierServers(store);
    const server = await startServer();
    const newEmail = emailSequence();
    const floods = [1, 2, 3, 4].map((household) =>
      startLoad({ ...server, newEmail, visitors: 12, address: `2001:db8:1:${household}::1` }),
    );
    const stored = () => floods.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    await expect.poll(stored, polling).toBeGreaterThan(floodSize / 2);
    const phones = Array.from({ length: 50 }, (_, phone) => `phone-${phone}@example.com`);
    const statuses = phones.map((email, phone) => {
      const address = `2001:db8:1:${(phone + 100).toString(16)}::1`;
      return signUpUntilStored({ ...server, email, address, key: `phone-number-${phone}` });
    });
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    await expect.poll(stored, polling).toBeGreaterThan(floodSize);
    await Promise.all(floods.map(({ end }) => end()));
    await expect.poll(() => notDeliveredOnce(fake, phones), polling).toEqual([]);

    const held = await heldEmails(store);
    expect(held.filter((email) => email.startsWith("phone"))).toEqual([]);
    // A household may sign up three hundred times, and a hundred times in each minute.
    expect(held.length).toBeGreaterThan(floodSize - 4 * 300 - 4 * 100 * (timeLimitMs / 60_000));
    for (const flood of floods) {
      // A fast machine is refused with 429, and a busy one refuses with 503.
      const wrong = flood.refusals.filter(
        ({ status, retryAfter }) => (status !== 429 && status !== 503) || !retryAfter,
      );
      expect(wrong).toEqual([]);
      expect([...flood.unanswered, ...flood.unconnected]).toEqual([]);
    }
  },
  timeLimitMs,
);

async function heldEmails(store: Store): Promise<string[]> {
  const database = await openStore(store);
  const held = await database.selectFrom("submissions").select("email").where("flag", "=", "flood");
  const emails = (await held.execute()).map(({ email }) => email);
  await database.destroy();
  return emails;
}

/** On each connection not more than the server allows unanswered. */
const blocked = { connections: 20, each: 15 };

test(
  "while the store is blocked, sign-ups get Retry-After; none is lost",
  async () => {
    const stored = await postgresDatabase();
    const { url } = await startFaultServer({ DATABASE_URL: stored });
    const lock = await lockSubmissions(stored);
    const early = sendAll(url, "early");
    await expect.poll(() => answersOf(early, "503").length, polling).toBeGreaterThan(0);
    // These wait for a shorter time than those, so that they are stored when the store is free again.
    const sent = [...early, ...sendAll(url, "late")];
    await lock.release();
    const after = "after@example.com";
    const again = async () => (await signUp({ url, email: after })).status;
    await expect.poll(again, polling).toBe(200);
    await Promise.all(sent.map(({ ended }) => ended));
    const refused = answersOf(sent, "503");
    for (const head of refused) expect(head).toMatch(/\r\nRetry-After: \d+\r\n/i);
    expect(answersOf(sent, "200").length + refused.length).toBe(sent.length * blocked.each);
    const acknowledged = sent.flatMap(({ acknowledged: emails }) => emails());
    const emails = await emailsInPostgres(stored);
    expect(missingFrom(emails, [...acknowledged, after])).toEqual([]);
  },
  timeLimitMs,
);

type Sent = { heads: () => string[]; acknowledged: () => string[]; ended: Promise<unknown> };

function sendAll(url: string, name: string): Sent[] {
  const { connections } = blocked;
  return Array.from({ length: connections }, (_, index) => sendMany(url, `${name}-${index}`));
}

/** Sends many sign-ups on one connection, without waiting for the answers, which come in the same order. */
function sendMany(url: string, name: string): Sent {
  const emails = Array.from({ length: blocked.each }, (_, count) => `${name}-${count}@a.example`);
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
