import { readdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { outages } from "#server/store/connection/errors.ts";
import {
  createPostgresDatabase,
  createTemporaryFolder,
  databaseName,
  tellPostgres,
} from "#tests/support/store/temporary-database.ts";
import { startTemporaryPostgres } from "#tests/support/store/temporary-postgres.ts";
import { openExistingStore, openStore } from "./open-store.ts";

test("a Postgres that may lose commits is refused, and stays empty", async () => {
  const { store, name } = await temporaryPostgres();
  await tellPostgres(store.url, `alter database ${name} set synchronous_commit = off`);
  expect(await openStore(store)).toEqual({
    kind: "unusable",
    mistake: `Não é possível guardar leads no Postgres (${new URL(store.url).host}/${name}) (${outages.mayLoseCommits("synchronous_commit")}). Inicie o Postgres, mude lá o que falta, ou corrija DATABASE_URL no .env.`,
  });
  await expect(tellPostgres(store.url, "table schema_migrations")).rejects.toThrow(
    "does not exist",
  );
});

test("all unsafe settings of a Postgres are named at once", async () => {
  const postgres = await startTemporaryPostgres();
  onTestFinished(postgres.stop);
  const { url } = postgres;
  for (const name of ["fsync", "full_page_writes", "synchronous_commit"])
    await tellPostgres(url, `alter system set ${name} = off`);
  await tellPostgres(url, "select pg_reload_conf()");
  const mistake = async () => {
    const opened = await openStore({ kind: "postgres", url });
    if (opened.kind === "unusable") return opened.mistake;
    await opened.database.destroy();
    return "none";
  };
  // Postgres needs a moment to reload its settings.
  const all = outages.mayLoseCommits("fsync, full_page_writes, synchronous_commit");
  await expect.poll(mistake).toContain(all);
});

test.each(["local", "on"])(
  "a Postgres whose synchronous_commit is %s waits for its disk, so it is accepted",
  async (value) => {
    const { store, name } = await temporaryPostgres();
    await tellPostgres(store.url, `alter database ${name} set synchronous_commit = ${value}`);
    const opened = await openStore(store);
    expect(opened).toMatchObject({ kind: "open" });
    if (opened.kind === "open") await opened.database.destroy();
  },
);

test("the server does not create an empty store if only a replaced one is left", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const replaced = join(store.folder, "leads.sqlite.replaced-2026-11-11T20-00-00.000Z");
  await writeFile(replaced, "leads");
  expect(await openStore(store)).toEqual({
    kind: "unusable",
    mistake: expect.stringContaining(`npm run leads -- restore ${replaced}`),
  });
  expect(await readdir(store.folder)).toHaveLength(1);
  await rename(replaced, join(store.folder, "restoring-abc"));
  expect(await openStore(store)).toMatchObject({
    mistake: expect.stringContaining("Rode essa restauração de novo."),
  });
});

test("a command creates no folder and no file where no store is, and says where it looked", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const folder = join(store.folder, "typo");
  expect(await openExistingStore({ kind: "sqlite", folder })).toEqual({
    kind: "unusable",
    mistake: expect.stringMatching(/^Não há leads na pasta .*\/typo: .* DATA_DIR, .* \.env /),
  });
  expect(await readdir(store.folder)).toEqual([]);
  await writeFile(join(store.folder, "leads.sqlite"), "");
  expect(await openExistingStore(store)).toMatchObject({ kind: "unusable" });
  expect(await readdir(store.folder)).toEqual(["leads.sqlite"]);
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
