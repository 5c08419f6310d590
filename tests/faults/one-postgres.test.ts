import pg from "pg";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { buildIfChanged } from "#scripts/build-if-changed.mjs";
import { oneAtATime } from "#scripts/one-at-a-time.mjs";
import { signUp } from "#tests/support/fault-load.ts";
import { type FaultServer, startFaultServer } from "#tests/support/fault-server.ts";
import { createPostgresDatabase } from "#tests/support/temporary-database.ts";

const processes = 8;
const times = 50;
const lookAgainMs = 50;
const testTimeLimitMs = 30_000;
const buildTimeLimitMs = 60_000;

beforeAll(async () => {
  const { ok, output } = await oneAtATime(() => buildIfChanged());
  expect(ok, output).toBe(true);
}, buildTimeLimitMs);

test(
  `${processes} servers on one Postgres make one lead of the same sign-up sent ${times} times at once`,
  async () => {
    const { store, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    const servers = await Promise.all(
      Array.from({ length: processes }, () => startFaultServer({ DATABASE_URL: store.url })),
    );
    onTestFinished(() => endAll(servers));
    const sent = Array.from({ length: times }, (_, index) => servers[index % processes]?.url ?? "");
    const statuses = await Promise.all(
      sent.map((url) => signUp({ url, email: "ana@example.com" })),
    );
    expect(new Set(statuses)).toEqual(new Set([200]));
    await expect
      .poll(() => unsettled(store.url), { timeout: 10_000, interval: lookAgainMs })
      .toBe(0);
    expect(await count(store.url, "submissions")).toBe(times);
    expect(await count(store.url, "leads")).toBe(1);
    expect(await count(store.url, "deliveries")).toBe(1);
  },
  testTimeLimitMs,
);

async function endAll(servers: FaultServer[]): Promise<void> {
  await Promise.all(servers.map(({ end }) => end("SIGKILL")));
}

function unsettled(url: string): Promise<number> {
  return count(url, "submissions where settled_at is null");
}

async function count(url: string, rows: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: found } = await client.query<{ count: string }>(`select count(*) from ${rows}`);
    return Number(found[0]?.count);
  } finally {
    await client.end();
  }
}
