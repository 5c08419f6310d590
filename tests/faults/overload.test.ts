import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { links } from "#content/links.ts";
import { addContactPath } from "#lead/contract.ts";
import { openConnection } from "#tests/support/faults/bare-connection.ts";
import { startFaultServer } from "#tests/support/faults/server.ts";
import { missingFrom } from "#tests/support/faults/store.ts";
import { createPostgresDatabase } from "#tests/support/store/temporary-database.ts";

/** More than may wait for the disk (`server/storage/submissions/group-commit.ts`). */
const connections = 400;
/** Somebody who asks for more on one connection without reading is cut off (`server/node/graceful-server.ts`). */
const each = 15;
const lookAgainMs = 20;
const testTimeLimitMs = 60_000;

test(
  "more sign-ups than the store can take are told when to come again, and none that was acknowledged is lost",
  async () => {
    const { store, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    const server = await startFaultServer({ DATABASE_URL: store.url });
    const hold = await holdTable(store.url);
    const crowd = Array.from({ length: connections }, (_, index) => signUpMany(server.url, index));
    await expect.poll(() => answersOf(crowd, "503").length, { timeout: 20_000 }).toBeGreaterThan(0);
    await hold.release();
    const releasedAt = performance.now();
    await recovered(server.url);
    const recoveredMs = performance.now() - releasedAt;
    await Promise.all(crowd.map(({ over }) => over));

    const shed = answersOf(crowd, "503");
    const acknowledged = crowd.flatMap(({ acknowledged: emails }) => emails());
    process.stdout.write(
      `Overload: ${shed.length} of ${connections * each} told to come again, served ${recoveredMs.toFixed(0)} ms after the store was.\n`,
    );
    for (const head of shed) expect(head).toMatch(/\r\nRetry-After: \d+\r\n/i);
    expect(answersOf(crowd, "200").length + shed.length).toBe(connections * each);
    expect(missingFrom(await storedEmails(store.url), acknowledged)).toEqual([]);
  },
  testTimeLimitMs,
);

type Crowd = { heads: () => string[]; acknowledged: () => string[]; over: Promise<unknown> };

/** Many on one connection, without waiting for the answers: they come in the order of the questions. */
function signUpMany(url: string, index: number): Crowd {
  const emails = Array.from({ length: each }, (_, count) => `crowd-${index}-${count}@example.com`);
  const { socket, answered, ended } = openConnection(url);
  socket.write(emails.map((email, count) => request(email, count === each - 1)).join(""));
  const heads = () =>
    answered()
      .split(/(?=HTTP\/1\.1 \d)/)
      .filter(Boolean);
  const acknowledged = () =>
    emails.filter((_, count) => heads()[count]?.startsWith("HTTP/1.1 200"));
  return { heads, acknowledged, over: ended };
}

function request(email: string, isLast: boolean): string {
  const body = JSON.stringify({ name: "Ana Lima", email, whatsapp: "(11) 98765-4321" });
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

function answersOf(crowd: Crowd[], status: string): string[] {
  return crowd.flatMap(({ heads }) =>
    heads().filter((head) => head.startsWith(`HTTP/1.1 ${status}`)),
  );
}

/** As a store that has no time for us. */
async function holdTable(url: string): Promise<{ release(): Promise<void> }> {
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

async function recovered(url: string): Promise<void> {
  for (let count = 0; ; count += 1) {
    const answer = await fetch(`${url}${addContactPath}`, {
      method: "POST",
      headers: { apikey: links.publicKey, "content-type": "application/json" },
      body: JSON.stringify({ name: "Bia", email: `after-${count}@example.com`, whatsapp: "1" }),
    });
    if (answer.status === 200) return;
    await sleep(lookAgainMs);
  }
}

async function storedEmails(url: string): Promise<Set<string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ email: string }>("select email from submissions");
    return new Set(rows.map(({ email }) => email));
  } finally {
    await client.end();
  }
}
