import { once } from "node:events";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#server/store/open-store.ts";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import { createPostgresDatabase, databaseName } from "#tests/support/store/temporary-database.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";
import { outageReason, outages } from "./errors.ts";
import { cutWhenInUseFor, openPool } from "./postgres.ts";

test("a query that gets no answer fails, and the next one has a connection again", async () => {
  const { pool } = await temporaryPool();
  stopTimers();
  cutWhenInUseFor(pool, 100);
  const inUse = once(pool, "acquire");
  const answer = pool.query("select pg_sleep(60)");
  await inUse;
  vi.advanceTimersByTime(100);
  await expect(answer).rejects.toThrow("não respondeu");
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a connection that is released in time is not cut", async () => {
  const { pool } = await temporaryPool();
  stopTimers();
  cutWhenInUseFor(pool, 100);
  const { rows: before } = await pool.query("select pg_backend_pid() as pid");
  vi.advanceTimersByTime(200);
  expect((await pool.query("select pg_backend_pid() as pid")).rows).toEqual(before);
});

test("an opening whose question for the migrations gets no answer fails, and does not wait for ever", async () => {
  const { url, database } = await openPostgresStore();
  await database.transaction().execute(async (blocking) => {
    await sql`lock table schema_migrations in access exclusive mode`.execute(blocking);
    stopTimers();
    const opening = openDatabase({ kind: "postgres", url }).catch(outageReason);
    await expect.poll(() => waitingFor(blocking, "schema_migrations")).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(await opening).toBe(outages.noAnswerWithin(60_000));
  });
});

/**
 * From now on only the test moves the timers: on a busy machine, a limit of real time could also cut a query that gets
 * its answer.
 */
function stopTimers(): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/** A pool of one connection: a connection that is not released blocks all other queries. */
async function temporaryPool() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const pool = openPool(store.url, { size: 1, connectWithinMs: 60_000 });
  onTestFinished(() => pool.end());
  return { pool, url: store.url, name: databaseName(store) };
}
