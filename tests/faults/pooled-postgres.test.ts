import { expect, onTestFinished, test } from "vitest";
import { startLoad } from "#tests/support/faults/load.ts";
import { startFaultPooler } from "#tests/support/faults/pooler.ts";
import { type FaultServer, rounds, startFaultServer } from "#tests/support/faults/server.ts";
import { signUpUntilStored } from "#tests/support/faults/sign-up.ts";
import {
  countInPostgres,
  emailSequence,
  emailsInPostgres,
  missingFrom,
} from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import {
  createPostgresDatabase,
  databaseName,
  type PostgresStore,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";

const connections = 3;
const signUps = 10 * rounds;
const times = 20;
const polling = { timeout: 60_000 + rounds * 500, interval: 50 };
const testTimeLimitMs = 180_000 + rounds * 1_000;

test(
  `two servers with ${connections} pooled connections store each sign-up once`,
  async () => {
    const { store, remove } = await createPostgresDatabase();
    onTestFinished(remove);
    const pooler = await startFaultPooler(store.url, connections);
    const settings = { DATABASE_URL: pooler.url };
    const servers = await Promise.all([startFaultServer(settings), startFaultServer(settings)]);
    const newEmail = emailSequence();
    const loads = servers.map(({ url }) => startLoad({ url, newEmail, repeats: true }));
    const acknowledged = () => loads.flatMap((load) => [...load.acknowledged]);
    await expect.poll(() => acknowledged().length, polling).toBeGreaterThan(signUps);
    expect(Math.min(...pooler.transactions()), "on each connection").toBeGreaterThan(1);

    await expectPoolerLeavesReadOnly(store, servers);
    const before = acknowledged().length;
    await expect.poll(() => acknowledged().length, polling).toBeGreaterThan(before + signUps);
    await Promise.all(loads.map(({ end }) => end()));

    const again = { email: ana.email, key: "0123456789abcdef" };
    const repeated = Array.from({ length: times }, (_, index) =>
      signUpUntilStored({ url: servers[index % 2]?.url ?? "", ...again }),
    );
    const statuses = await Promise.all(repeated);
    expect(statuses).toEqual(Array.from({ length: times }, () => 200));
    const count = (rows: string) => countInPostgres(store.url, rows);
    await expect.poll(() => count("submissions where derived_at is null"), polling).toBe(0);
    const stored = await emailsInPostgres(store.url);
    expect(missingFrom(stored, [...acknowledged(), again.email])).toEqual([]);
    expect(await count("submissions"), "rows and different e-mails").toBe(stored.size);
    expect(await count("leads")).toBe(stored.size);
    for (const { end } of servers) expect(await end("SIGTERM")).toBe(0);
  },
  testTimeLimitMs,
);

/** The servers make the pooler give up its connections to a read-only Postgres. */
async function expectPoolerLeavesReadOnly(
  store: PostgresStore,
  servers: readonly FaultServer[],
): Promise<void> {
  const name = databaseName(store);
  // This setting imitates connections to a standby: a connection keeps the setting until it ends, just as it keeps
  // its server.
  await tellPostgres(store.url, `alter database ${name} set default_transaction_read_only = on`);
  await tellPostgres(store.url, endConnections(name));
  for (const { readiness } of servers) await expect.poll(readiness, polling).toBe(503);
  const writable = `alter database ${name} reset default_transaction_read_only`;
  await tellPostgres(store.url, `begin read write; ${writable}; commit`);
  for (const { readiness } of servers) await expect.poll(readiness, polling).toBe(200);
}

function endConnections(name: string): string {
  return `select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and pid <> pg_backend_pid()`;
}
