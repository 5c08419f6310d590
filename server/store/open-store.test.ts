import { readdir, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outageReason, outages } from "#server/store/connection/errors.ts";
import {
  createPostgresDatabase,
  createTemporaryFolder,
  databaseName,
  type TemporaryStore,
  tellPostgres,
  temporaryFolder,
} from "#tests/support/store/temporary-database.ts";
import {
  describeStore,
  openDatabase,
  openExistingStore,
  openForReading,
  openStore,
  type Store,
} from "./open-store.ts";

test("a file in the place of the store's folder is told, not thrown", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const folder = join(store.folder, "file");
  await writeFile(folder, "");
  expect(await openStore({ kind: "sqlite", folder })).toMatchObject({ kind: "outage" });
});

test("the server does not create an empty store if a restore has left one beside it", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  for (const name of ["leads.sqlite.replaced-2026-11-11T20-00-00.000Z", "restoring-abc"]) {
    const left = join(store.folder, name);
    await writeFile(left, "leads");
    expect(await openStore(store)).toEqual({
      kind: "outage",
      mistake: expect.stringContaining(left),
    });
    expect(await readdir(store.folder)).toEqual([name]);
    await rm(left);
  }
});

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

test("a missing folder is created, readable for its owner alone", async () => {
  const folder = await temporaryFolder();
  const data = join(folder, "new", "data");
  const database = await openDatabase({ kind: "sqlite", folder: data });
  await database.destroy();
  const { mode } = await stat(data);
  expect((mode & 0o777).toString(8)).toBe("700");
});

test("figures are read while SQLite writes, and cannot be written there", async () => {
  const store = await temporary(createTemporaryFolder());
  const database = await openDatabase(store);
  const reading = openForReading(store, database);
  const waits = () => reading.selectFrom("retention").select("waits").execute();
  await database.transaction().execute(async (writing) => {
    await writing.updateTable("retention").set({ waits: 1 }).execute();
    expect(await waits()).toEqual([{ waits: 0 }]);
  });
  expect(await waits()).toEqual([{ waits: 1 }]);
  await expect(reading.updateTable("retention").set({ waits: 0 }).execute()).rejects.toThrow(
    "readonly",
  );
  await reading.destroy();
  await database.destroy();
});

test("an address without a Postgres gives a reason, not a crash", async () => {
  const url = "postgres://user:secret@127.0.0.1:1/leads";
  const reason = await openDatabase({ kind: "postgres", url }).catch(outageReason);
  expect(reason).toContain("a conexão foi recusada");
  expect(describeStore({ kind: "postgres", url })).toBe("Postgres (127.0.0.1:1/leads)");
});

test("a password that needs escapes in an address is not shown", () => {
  const url = "postgres://user:1234/secret@127.0.0.1/leads";
  expect(describeStore({ kind: "postgres", url })).toBe("Postgres (DATABASE_URL)");
});

test.each([
  ["another password", { password: "another" }, /password/],
  ["a missing database", { pathname: "/nowhere" }, /nowhere/],
  ["TLS that Postgres does not offer", { search: "sslmode=verify-full" }, /SSL/],
])("%s gives a reason, not a crash", async (_, part, reason) => {
  const { url } = await temporary(createPostgresDatabase());
  const wrong = Object.assign(new URL(url), part).href;
  expect(await openDatabase({ kind: "postgres", url: wrong }).catch(outageReason)).toMatch(reason);
});

async function temporary<S extends Store>(creating: Promise<TemporaryStore<S>>): Promise<S> {
  const { store, remove } = await creating;
  onTestFinished(remove);
  return store;
}
