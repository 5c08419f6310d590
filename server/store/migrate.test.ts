import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, type Store } from "#server/store/connection/open-database.ts";
import { openPostgresForRestore, takeLock } from "#server/store/connection/postgres.ts";
import { startOpeners } from "#tests/support/store/parallel-openers.ts";
import {
  createPostgresDatabase,
  createTemporaryStore,
  type Engine,
  engines,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";
import { waitingFor } from "#tests/support/store/waiting-for.ts";
import type { Database } from "./row-types.ts";

const patient = { timeout: 60_000, interval: 20 };

test("ten processes that start together migrate an empty store once, on both engines", async () => {
  const openers = await startOpeners(10);
  onTestFinished(() => openers.stop());
  for (const engine of engines) {
    const store = await temporaryStore(engine);
    const all = Array.from({ length: 10 }, () => ({ kind: "open" }));
    expect(await openers.open(store), engine).toEqual(all);
    expect(await openers.open(store), `${engine}, again`).toEqual(all);
    expect(await migrations(store), engine).toEqual(["0001-tables"]);
  }
});

test("on Postgres a process migrates only when no other one does", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const other = openPostgresForRestore(store.url);
  onTestFinished(() => other.destroy());
  const { opening } = await other.transaction().execute(async (transaction) => {
    await takeLock(transaction, { to: "migrate" });
    // The lock of a process that says nothing for five seconds is taken away, and this machine may stand still for longer.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(transaction);
    const opening = openDatabase(store);
    await expect.poll(() => waiting(transaction)).toBe(1);
    return { opening };
  });
  const opened = await opening;
  expect(opened.kind).toBe("open");
  if (opened.kind === "open") await opened.database.destroy();
});

test.each(engines)(
  "on %s an older version still opens a store that a newer one has migrated",
  async (engine) => {
    const store = await temporaryStore(engine);
    const before = await migrations(store);
    const newer = sql`insert into schema_migrations values ('9999-newer', '2099-01-01T00:00:00Z')`;
    await inOpened(store, (database) => newer.execute(database));
    expect(await migrations(store)).toEqual([...before, "9999-newer"]);
  },
);

test("a migration that waits for a reader gives way to it, and is done after the reader has ended", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  await tellPostgres(
    store.url,
    "create table schema_migrations (name text primary key, done_at text)",
  );
  const other = openPostgresForRestore(store.url);
  onTestFinished(() => other.destroy());
  const { opening } = await other.transaction().execute(async (reading) => {
    await sql`lock table schema_migrations in share mode`.execute(reading);
    const opening = openDatabase(store);
    for (const waiting of [1, 0])
      await expect.poll(() => waitingFor(reading, "schema_migrations"), patient).toBe(waiting);
    return { opening };
  });
  const opened = await opening;
  expect(opened.kind).toBe("open");
  if (opened.kind === "open") await opened.database.destroy();
});

/** How many connections wait for a turn in this database. */
async function waiting(database: Database): Promise<number> {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted and
    database = (select oid from pg_database where datname = current_database())`.execute(database);
  return rows.length;
}

async function temporaryStore(engine: Engine): Promise<Store> {
  const { store, remove } = await createTemporaryStore(engine);
  onTestFinished(remove);
  return store;
}

async function migrations(store: Store): Promise<string[]> {
  const query = sql<{ name: string }>`select name from schema_migrations order by name`;
  const { rows } = await inOpened(store, (database) => query.execute(database));
  return rows.map(({ name }) => name);
}

async function inOpened<T>(store: Store, use: (database: Database) => Promise<T>): Promise<T> {
  const opened = await openDatabase(store);
  if (opened.kind !== "open") throw new Error(JSON.stringify(opened));
  try {
    return await use(opened.database);
  } finally {
    await opened.database.destroy();
  }
}
