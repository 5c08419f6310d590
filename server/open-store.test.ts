import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { outages } from "#server/store/connection/errors.ts";
import { openDatabase, type Store } from "#server/store/connection/open-database.ts";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import {
  createMigratedStore,
  createPostgresDatabase,
  createTemporaryFolder,
  databaseName,
  engines,
  queryPostgres,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";
import { openExistingStore, openStore } from "./open-store.ts";

test("an old Node is told what to install, before SQLite would crash it", async () => {
  const old = { node: "20.20.2", napi: "9" };
  expect(await openStore({ kind: "sqlite", folder: "never-made" }, {}, old)).toEqual({
    kind: "outage",
    mistake: expect.stringContaining("este é o 20.20.2. Instale o Node 24"),
  });
});

test("a Postgres that may lose commits is refused, and stays empty", async () => {
  const { store, name } = await temporaryPostgres();
  await tellPostgres(store.url, `alter database ${name} set synchronous_commit = off`);
  expect(await openStore(store)).toEqual({
    kind: "outage",
    mistake: `Não é possível guardar leads no Postgres (${new URL(store.url).host}/${name}) (${outages.mayLoseCommits("synchronous_commit")}). Inicie o Postgres, mude lá o que falta, ou corrija DATABASE_URL no .env.`,
  });
  await expect(tellPostgres(store.url, "table schema_migrations")).rejects.toThrow(
    "does not exist",
  );
});

test("the server does not create an empty store if only a replaced one is left", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const replaced = join(store.folder, "leads.sqlite.replaced-2026-11-11T20-00-00.000Z");
  await writeFile(replaced, "leads");
  expect(await openStore(store)).toEqual({
    kind: "outage",
    mistake: expect.stringContaining(`npm run leads -- restore ${replaced}`),
  });
  expect(await readdir(store.folder)).toHaveLength(1);
  await rename(replaced, join(store.folder, "restoring-abc"));
  expect(await openStore(store)).toMatchObject({
    mistake: expect.stringContaining("Rode essa restauração de novo."),
  });
});

test("a command creates no tables in an empty Postgres, and shows its address without the password", async () => {
  const { store, name } = await temporaryPostgres();
  const { host, password, username } = new URL(store.url);
  const opened = await openExistingStore(store);
  expect(opened).toMatchObject({
    mistake: expect.stringContaining(
      `Não há leads no Postgres (${host}/${name}): faltam as tabelas.`,
    ),
  });
  expect(JSON.stringify(opened)).not.toContain(`${username}:${password}`);
  await expect(tellPostgres(store.url, "table schema_migrations")).rejects.toThrow(
    "does not exist",
  );
});

async function temporaryPostgres() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return { store, name: databaseName(store) };
}

test.each(engines)(
  "on %s a store of a program before the first release is refused and stays as it is",
  async (engine) => {
    const { store, remove } = await createMigratedStore(engine);
    onTestFinished(remove);
    const database = await openDatabase(store);
    for (const statement of [
      "drop table schema_migrations",
      "create table kysely_migration (name text primary key)",
      "insert into kysely_migration values ('0006-row-level-security')",
    ])
      await sql.raw(statement).execute(database);
    await database.destroy();
    const before = await contentOf(store);
    for (const open of [openStore, openExistingStore])
      expect(await open(store)).toEqual({
        kind: "outage",
        mistake: expect.stringMatching(/Nada foi mudado nele\. Para começar de novo, .*DATA_DIR/),
      });
    expect(await contentOf(store)).toEqual(before);
  },
);

/** The bytes of the file of SQLite; the tables of Postgres. */
async function contentOf(store: Store): Promise<unknown> {
  if (store.kind === "sqlite") return readFile(sqliteFile(store.folder));
  return queryPostgres(
    store.url,
    "select oid, relname, xmin from pg_class where relnamespace = 'public'::regnamespace order by oid",
  );
}
