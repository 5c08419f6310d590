import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { startOpeners } from "#tests/support/store/parallel-openers.ts";
import {
  createTemporaryStore,
  type Engine,
  engines,
} from "#tests/support/store/temporary-database.ts";
import { openDatabase, type Store } from "./open-store.ts";
import type { Database } from "./schema.ts";

test("processes that start together migrate an empty store once, on both engines", async () => {
  const open = await startOpeners(2);
  for (const engine of [...engines, ...engines]) {
    const store = await temporaryStore(engine);
    for (const _ of ["first", "again"])
      expect(new Set((await open(store)).map(({ kind }) => kind)), engine).toEqual(
        new Set(["open"]),
      );
    expect(await migrations(store), engine).toEqual(["0001-tables"]);
  }
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
  const database = await openDatabase(store);
  return use(database).finally(() => database.destroy());
}
