import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createPostgresDatabase, tellPostgres } from "#tests/support/temporary-database.ts";
import { cutWhenHeldFor, openPool } from "./postgres-pool.ts";

test("a query that gets no answer fails, and the next one has a connection again", async () => {
  const { pool } = await temporaryPool();
  cutWhenHeldFor(pool, 100);
  await expect(pool.query("select pg_sleep(60)")).rejects.toThrow("timeout");
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a connection that is given back in time is not cut", async () => {
  const { pool } = await temporaryPool();
  cutWhenHeldFor(pool, 100);
  const { rows: before } = await pool.query("select pg_backend_pid() as pid");
  await sleep(200);
  expect((await pool.query("select pg_backend_pid() as pid")).rows).toEqual(before);
});

test("a connection that breaks while it is used ends its query and nothing else", async () => {
  const { pool, url } = await temporaryPool();
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  await tellPostgres(url, `select pg_terminate_backend(${rows[0]?.pid})`);
  await ended;
  await expect(client.query("select 1")).rejects.toThrow();
  client.release();
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

/** Of one connection: whoever doesn't give it back stops all others. */
async function temporaryPool() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const pool = openPool(store.url, { size: 1, connectWithinMs: 3_000 });
  onTestFinished(() => pool.end());
  return { pool, url: store.url };
}
