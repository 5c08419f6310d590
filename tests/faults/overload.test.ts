import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { openConnection } from "#tests/support/faults/bare-connection.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { emailsInPostgres, missingFrom, postgresDatabase } from "#tests/support/faults/store.ts";
import { ana, bia } from "#tests/support/people.ts";

/**
 * The number of connections: together they send more sign-ups at once than the queue for the store holds
 * (`server/storage/submissions/group-commit.ts`).
 */
const connections = 400;
/**
 * The number of sign-ups on each connection: not more than the unanswered requests that the server allows on one
 * connection (`server/node/graceful-server.ts`).
 */
const each = 15;
const retryAfterMs = 20;
const testTimeLimitMs = 60_000;

test(
  "while the store is blocked, sign-ups are refused with Retry-After, and no acknowledged one is lost",
  async () => {
    const url = await postgresDatabase();
    const server = await startFaultServer({ DATABASE_URL: url });
    const lock = await lockSubmissions(url);
    const sent = Array.from({ length: connections }, (_, index) => sendMany(server.url, index));
    await expect.poll(() => answersOf(sent, "503").length, { timeout: 20_000 }).toBeGreaterThan(0);
    await lock.release();
    const releasedAt = performance.now();
    await untilAcknowledged(server.url);
    const recoveredMs = performance.now() - releasedAt;
    await Promise.all(sent.map(({ ended }) => ended));
    const refused = answersOf(sent, "503");
    const acknowledged = sent.flatMap(({ acknowledged: emails }) => emails());
    process.stdout.write(
      `Overload: ${refused.length} of ${connections * each} refused, the next 200 came ${recoveredMs.toFixed(0)} ms after the store was free.\n`,
    );
    for (const head of refused) expect(head).toMatch(/\r\nRetry-After: \d+\r\n/i);
    expect(answersOf(sent, "200").length + refused.length).toBe(connections * each);
    expect(missingFrom(await emailsInPostgres(url), acknowledged)).toEqual([]);
  },
  testTimeLimitMs,
);

type Sent = { heads: () => string[]; acknowledged: () => string[]; ended: Promise<unknown> };

/** Sends many sign-ups on one connection, without waiting for the answers, which come in the same order. */
function sendMany(url: string, index: number): Sent {
  const emails = Array.from(
    { length: each },
    (_, count) => `visitor-${index}-${count}@example.com`,
  );
  const { socket, answered, ended } = openConnection(url);
  socket.write(emails.map((email, count) => request(email, count === each - 1)).join(""));
  const heads = () =>
    answered()
      .split(/(?=HTTP\/1\.1 \d)/)
      .filter(Boolean);
  const acknowledged = () =>
    emails.filter((_, count) => heads()[count]?.startsWith("HTTP/1.1 200"));
  return { heads, acknowledged, ended };
}

function request(email: string, isLast: boolean): string {
  const body = JSON.stringify({ ...ana, email });
  const headers = [
    `POST ${addContactPath} HTTP/1.1`,
    "Host: localhost",
    `Apikey: ${links.publicKey}`,
    "Content-Type: application/json",
    `X-Forwarded-For: 10.0.${Math.floor(256 * Math.random())}.${Math.floor(256 * Math.random())}`,
    `Content-Length: ${body.length}`,
    ...(isLast ? ["Connection: close"] : []),
  ];
  return `${headers.join("\r\n")}\r\n\r\n${body}`;
}

function answersOf(sent: Sent[], status: string): string[] {
  return sent.flatMap(({ heads }) =>
    heads().filter((head) => head.startsWith(`HTTP/1.1 ${status}`)),
  );
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

async function untilAcknowledged(url: string): Promise<void> {
  for (let count = 0; ; count += 1) {
    const answer = await fetch(`${url}${addContactPath}`, {
      method: "POST",
      headers: { apikey: links.publicKey, "content-type": "application/json" },
      body: JSON.stringify({ ...bia, email: `after-${count}@example.com` }),
    });
    if (answer.status === 200) return;
    await sleep(retryAfterMs);
  }
}
