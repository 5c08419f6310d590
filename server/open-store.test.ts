import { expect, onTestFinished, test } from "vitest";
import {
  createPostgresDatabase,
  databaseName,
  tellPostgres,
} from "#tests/support/temporary-database.ts";
import { openStore } from "./open-store.ts";

test("a Postgres that may forget what it acknowledged is refused, and nothing is made there", async () => {
  const { store, name } = await temporaryPostgres();
  await tellPostgres(store.url, `alter database ${name} set synchronous_commit = off`);
  expect(await openStore(store)).toEqual({
    kind: "unusable",
    mistake: `Leads would not be safe in Postgres at ${new URL(store.url).host} (synchronous_commit = off): a power cut could take sign-ups that were already acknowledged. Set synchronous_commit to on there, or correct DATABASE_URL in .env.`,
  });
  await expect(tellPostgres(store.url, "table kysely_migration")).rejects.toThrow("does not exist");
});

test("all settings that let it forget are named at once", async () => {
  const { store, name } = await temporaryPostgres();
  await tellPostgres(store.url, `alter database ${name} set synchronous_commit = off`);
  await pretendFsyncIsOff(store.url, name);
  expect(await openStore(store)).toMatchObject({
    mistake: expect.stringContaining("(fsync = off, synchronous_commit = off)"),
  });
});

test("fsync alone is enough to refuse", async () => {
  const { store, name } = await temporaryPostgres();
  await pretendFsyncIsOff(store.url, name);
  expect(await openStore(store)).toMatchObject({
    mistake: expect.stringContaining("(fsync = off)"),
  });
});

test.each(["local", "remote_write", "on", "remote_apply"])(
  "a Postgres whose synchronous_commit is %s waits for its disk, and is taken",
  async (value) => {
    const { store, name } = await temporaryPostgres();
    await tellPostgres(store.url, `alter database ${name} set synchronous_commit = ${value}`);
    const opened = await openStore(store);
    if (opened.kind === "unusable") throw new Error(opened.mistake);
    await opened.database.destroy();
  },
);

async function temporaryPostgres() {
  const { store, remove } = await createPostgresDatabase();
  onTestFinished(remove);
  return { store, name: databaseName(store) };
}

/** `fsync` belongs to the whole server, which the other tests use at this moment: here only the view that tells of it lies. */
async function pretendFsyncIsOff(url: string, name: string): Promise<void> {
  await tellPostgres(
    url,
    `create view pg_settings as
       select name, case name when 'fsync' then 'off' else setting end as setting from pg_catalog.pg_settings;
     alter database ${name} set search_path = public, pg_catalog`,
  );
}
