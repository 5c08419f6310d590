import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase, type Store } from "#server/store/connection/open-database.ts";
import { openPostgresForCopies } from "#server/store/connection/postgres.ts";
import { takeLock } from "#server/store/connection/postgres-locks.ts";
import { readEvent } from "#server/store/event/read-event.ts";
import type { Database } from "#server/store/tables.ts";
import { startOpeners } from "#tests/support/store/parallel-openers.ts";
import {
  createPostgresDatabase,
  createTemporaryStore,
  type Engine,
  engines,
} from "#tests/support/store/temporary-database.ts";

test("ten processes that start together migrate an empty store once, on both engines", async () => {
  const openers = await startOpeners(10);
  onTestFinished(() => openers.stop());
  for (const engine of engines) {
    const store = await temporaryStore(engine);
    const all = Array.from({ length: 10 }, () => ({ kind: "open" }));
    expect(await openers.open(store), engine).toEqual(all);
    expect(await openers.open(store), `${engine}, again`).toEqual(all);
    const expected = [
      "0001-first-version",
      "0002-event",
      "0003-next-class",
      "0004-groups",
      "0005-evening",
      "0006-row-level-security",
    ];
    expect(await migrations(store), engine).toEqual(expected);
  }
});

test("on Postgres a process migrates only when no other one does", async () => {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  const other = openPostgresForCopies(store.url);
  onTestFinished(() => other.destroy());
  const { opening } = await other.transaction().execute(async (transaction) => {
    await takeLock(transaction, { to: "migrate" });
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
    const newer = sql`insert into kysely_migration values ('9999-newer', '2099-01-01T00:00:00Z')`;
    await inOpened(store, (database) => newer.execute(database));
    expect(await migrations(store)).toEqual([...before, "9999-newer"]);
  },
);

test.each(engines)(
  "on %s the people of an earlier version signed up for the class, not for the next one",
  async (engine) => {
    const store = await temporaryStore(engine);
    await inOpened(store, async (database) => {
      await undoSince(database, "0003");
      const ana = { email_key: "ana@example.com", created_at: 100, updated_at: 100 };
      const fields = { name: "Ana", email: "ana@example.com", whatsapp: "" };
      await database
        .insertInto("leads")
        .values({ ...ana, ...fields })
        .execute();
    });
    const leads = await inOpened(store, (database) =>
      database.selectFrom("leads").select(["email", "wants_next"]).execute(),
    );
    expect(leads).toEqual([{ email: "ana@example.com", wants_next: 0 }]);
  },
);

test.each(engines)(
  "on %s a store of the first version gets the table of the event when it is opened, with a key of its own",
  async (engine) => {
    const keys: (string | undefined)[] = [];
    for (let count = 0; count < 2; count += 1) {
      const store = await temporaryStore(engine);
      await inOpened(store, async (database) => {
        await undoSince(database, "0002");
        await database.schema.dropTable("event").execute();
      });
      keys.push((await inOpened(store, readEvent)).linkKey);
    }
    expect(new Set(keys).size).toBe(2);
  },
);

/** Makes a store of an earlier version: without what the migrations from this one on have added. */
async function undoSince(database: Database, first: string): Promise<void> {
  await database.schema.dropIndex("deliveries_delivered").execute();
  for (const table of laterTables) await database.schema.dropTable(table).execute();
  await database.schema.alterTable("leads").dropColumn("wants_next").execute();
  await sql`delete from kysely_migration where name > ${first}`.execute(database);
}

const laterTables = [
  "deeds",
  "panel_keys",
  "troubles",
  "visit_counts",
  "step_totals",
  "minute_counts",
  "page_health",
  "group_places",
  "groups",
];

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
  const query = sql<{ name: string }>`select name from kysely_migration order by name`;
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
