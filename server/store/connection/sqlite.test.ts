import { copyFileSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openDatabase } from "#server/store/open-store.ts";
import type { Database } from "#server/store/schema.ts";
import { emailsInSqlite, writeFromOutside } from "#tests/support/faults/store.ts";
import { ana } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { outageReason } from "./errors.ts";
import { freeShare, Sqlite, sqliteFile } from "./sqlite.ts";

test.each([
  ["leads.sqlite", "removed"],
  ["leads.sqlite", "replaced"],
  ["leads.sqlite-wal", "removed"],
  ["leads.sqlite-wal", "replaced"],
])("after %s is %s, no more sign-ups are accepted, also when it is back", async (name, what) => {
  const folder = await temporaryFolder();
  let calls = 0;
  const onFileGone = () => {
    calls += 1;
  };
  const database = await openSqliteIn(folder, { onFileGone });
  await signUp(database, "ana");
  const path = join(folder, name);
  renameSync(path, `${path}.away`);
  if (what === "replaced") writeFileSync(path, "");
  await expect(signUp(database, "bia")).rejects.toThrow("foi apagado ou trocado durante o uso");
  renameSync(`${path}.away`, path);
  await expect(signUp(database, "caio")).rejects.toThrow("foi apagado ou trocado durante o uso");
  expect(calls).toBe(1);
  await database.destroy();
});

test("sign-ups are accepted after another process emptied the log or started a new one", async () => {
  const folder = await temporaryFolder();
  const [database, other] = [await openSqliteIn(folder), await openSqliteIn(folder)];
  for (const email of ["ana", "bia"]) {
    await signUp(database, email);
    await sql`pragma wal_checkpoint(truncate)`.execute(other);
    await signUp(other, `${email}-again`);
    await sql`vacuum`.execute(other);
  }
  await other.destroy();
  await signUp(database, "caio");
  await database.destroy();
  expect(emailsInSqlite(folder).size).toBe(5);
});

test("a store that a copy was put over is not opened with the old log", async () => {
  const folder = await temporaryFolder();
  const copy = join(await temporaryFolder(), "copy.sqlite");
  const database = await openSqliteIn(folder);
  await sql`vacuum into ${copy}`.execute(database);
  await database.destroy();
  await leaveLog(folder);
  copyFileSync(copy, sqliteFile(folder));
  await expect(openDatabase({ kind: "sqlite", folder })).rejects.toThrow("Restaure uma cópia");
});

test.each(["moved away", "emptied"])(
  "after the file was %s, its log is kept, and the store opens again once the file is back",
  async (what) => {
    const folder = await temporaryFolder();
    const file = sqliteFile(folder);
    const elsewhere = join(await temporaryFolder(), "moved.sqlite");
    await leaveLog(folder);
    copyFileSync(file, elsewhere);
    if (what === "emptied") truncateSync(file);
    else rmSync(file);
    const opening = openDatabase({ kind: "sqlite", folder });
    await expect(opening).rejects.toThrow("as inscrições mais novas estão em");
    copyFileSync(elsewhere, file);
    const database = await openSqliteIn(folder);
    expect((await sql`select * from outside`.execute(database)).rows).toEqual([]);
    await database.destroy();
  },
);

test("while another process keeps the write lock, reads go on, and a sign-up waits for it", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  const other = new Sqlite(sqliteFile(folder));
  other.exec("begin immediate");
  const done: string[] = [];
  const signedUp = signUp(database, "ana").then(() => done.push("sign-up"));
  const counted = database
    .transaction()
    .execute((writing) => writing.deleteFrom("entries").execute())
    .then(() => done.push("transaction"));
  await database.selectFrom("submissions").selectAll().execute();
  done.push("read");
  other.exec("rollback");
  await Promise.all([signedUp, counted]);
  expect(done[0]).toBe("read");
  other.close();
  await database.destroy();
  expect([...emailsInSqlite(folder)]).toEqual(["ana"]);
});

test("who keeps the write lock for too long is named as the reason", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder, { withinMs: 20 });
  const other = new Sqlite(sqliteFile(folder));
  other.exec("begin immediate");
  const reason = await signUp(database, "ana").catch(outageReason);
  expect(reason).toContain("outro programa está usando o banco de dados");
  const failed = database.transaction().execute(async () => undefined);
  await expect(failed).rejects.toThrow("locked");
  other.exec("rollback");
  other.close();
  await signUp(database, "bia");
  await database.destroy();
  expect([...emailsInSqlite(folder)]).toEqual(["bia"]);
});

test("each commit waits until it is on the disk", async () => {
  const database = await openSqliteIn(await temporaryFolder());
  const { rows } = await sql`pragma synchronous`.execute(database);
  expect(rows).toEqual([{ synchronous: 2 }]);
  await database.destroy();
});

/** Leaves a write-ahead log beside the store's file, as a killed server does. */
async function leaveLog(folder: string): Promise<void> {
  const database = await openSqliteIn(folder);
  await writeFromOutside(folder);
  const file = sqliteFile(folder);
  for (const part of ["", "-wal"]) copyFileSync(`${file}${part}`, `${file}${part}.kept`);
  await database.destroy();
  for (const part of ["", "-wal"]) renameSync(`${file}${part}.kept`, `${file}${part}`);
}

function signUp(database: Database, email: string): Promise<void> {
  const lead = { ...ana, email };
  return appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
}

test.each([
  // The share leaves out the 100 blocks that are kept for root (`bfree` less `bavail`).
  { blocks: 1_000, bfree: 250, bavail: 150, share: 150 / 900 },
  { blocks: 1_000, bfree: 1_000, bavail: 1_000, share: 1 },
  { blocks: 1_000, bfree: 100, bavail: 0, share: 0 },
  { blocks: 0, bfree: 0, bavail: 0, share: 1 },
])("of $blocks blocks with $bavail to fill, the free share is $share", ({ share, ...disk }) => {
  expect(freeShare(disk)).toBe(share);
});
