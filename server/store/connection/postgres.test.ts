import { once } from "node:events";
import { createServer } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openPostgresStore } from "#tests/support/store/postgres-store.ts";
import {
  createPostgresDatabase,
  databaseName,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";
import { outageReason, outages } from "./errors.ts";
import { openDatabase } from "./open-database.ts";
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

test("a connection that breaks while it is in use ends its query and nothing else", async () => {
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

test("a read-only server is refused until it can be written to", async () => {
  const { pool, url, name } = await temporaryPool();
  await tellPostgres(url, `alter database ${name} set default_transaction_read_only = on`);
  const error = await pool.query("select 1").catch((thrown) => thrown);
  expect(outageReason(error)).toContain("só aceita leitura");
  const writable = `begin read write; alter database ${name} reset default_transaction_read_only; commit`;
  await tellPostgres(url, writable);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test("a connection is not used again after a write was refused as read-only", async () => {
  const { pool } = await temporaryPool();
  const before = await pool.connect();
  await before.query("set default_transaction_read_only = on");
  await expect(before.query("create table written ()")).rejects.toMatchObject({ code: "25006" });
  before.release();
  await pool.query("create table written ()");
  const after = await pool.connect();
  after.release();
  expect(after).not.toBe(before);
});

test("a query fails in time when the server accepts connections but answers nothing", async () => {
  const { url, questions } = await startSilentPostgres();
  const pool = openPool(url, { size: 1, connectWithinMs: 200 });
  onTestFinished(() => pool.end());
  stopTimers();
  for (const asked of [1, 2]) {
    const answer = pool.query("select 1");
    await expect.poll(questions).toBe(asked);
    vi.advanceTimersByTime(200);
    await expect(answer).rejects.toThrow("não respondeu");
  }
});

test("an opening whose question for the migrations gets no answer fails, and does not wait for ever", async () => {
  const { url, database } = await openPostgresStore();
  await database.transaction().execute(async (blocking) => {
    await sql`lock table schema_migrations in access exclusive mode`.execute(blocking);
    stopTimers();
    const opening = openDatabase({ kind: "postgres", url });
    await expect.poll(() => waitingFor(blocking, "schema_migrations")).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect(await opening).toEqual({ kind: "unusable", reason: outages.noAnswerWithin(60_000) });
  });
});

/** From now on only the test lets time pass: a limit of real time would also meet an answer of a busy machine. */
function stopTimers(): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
}

/**
 * The messages `AuthenticationOk` and `ReadyForQuery` of Postgres:
 * https://www.postgresql.org/docs/18/protocol-message-formats.html
 */
const welcome = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 0, 90, 0, 0, 0, 5, 73]);

/** Accepts connections and answers no query, like a pooler whose server cannot be reached. */
async function startSilentPostgres(): Promise<{ url: string; questions: () => number }> {
  let questions = 0;
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => {
      socket.write(welcome);
      socket.once("data", () => {
        questions += 1;
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `postgres://visitor@127.0.0.1:${port}/leads`, questions: () => questions };
}

/** A pool of one connection: a connection that is not released blocks all other queries. */
async function temporaryPool() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const pool = openPool(store.url, { size: 1, connectWithinMs: 60_000 });
  onTestFinished(() => pool.end());
  return { pool, url: store.url, name: databaseName(store) };
}
