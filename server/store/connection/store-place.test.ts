import { copyFileSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { copySqlite } from "#server/store/backup/copy-sqlite.ts";
import type { Database } from "#server/store/tables.ts";
import { emailsInSqlite, writeFromOutside } from "#tests/support/faults/store.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { openDatabase } from "./open-database.ts";
import { sqliteFile } from "./sqlite.ts";
import { checkAfreshEveryMs } from "./store-place.ts";

test.each([[["-wal"]], [["-shm"]], [["-wal", "-shm"]]])(
  "after %j is removed the log is saved, and no more sign-ups are accepted",
  async (parts) => {
    const folder = await temporaryFolder();
    let calls = 0;
    const onLogRemoved = () => {
      calls += 1;
    };
    const database = await openSqliteIn(folder, { onLogRemoved });
    for (const email of ["ana", "bia"]) await signUp(database, email);
    for (const part of parts) rmSync(`${sqliteFile(folder)}${part}`);
    for (const email of ["caio", "davi"])
      await expect(signUp(database, email)).rejects.toThrow("foi apagado durante o uso");
    expect(calls).toBe(1);
    expect(emailsInSqlite(await fileAlone(folder))).toEqual(new Set(["ana", "bia"]));
  },
);

test("a process that opens a store whose log was removed waits, and then finds every sign-up", async () => {
  const folder = await temporaryFolder();
  const first = await openSqliteIn(folder);
  await signUp(first, "ana");
  removeLog(folder);
  const opening = openSqliteIn(folder);
  await expect(signUp(first, "bia")).rejects.toThrow("foi apagado durante o uso");
  await first.destroy();
  expect(await emails(await opening)).toEqual(["ana"]);
});

test("a log that another program created after the removal is set aside, not mixed in", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  await signUp(database, "ana");
  removeLog(folder);
  await writeFromOutside(folder);
  await expect(signUp(database, "bia")).rejects.toThrow("foi apagado durante o uso");
  await database.destroy();
  expect(existsSync(`${sqliteFile(folder)}.stray-wal`)).toBe(true);
  expect(emailsInSqlite(folder)).toEqual(new Set(["ana"]));
});

test("a store that a backup was copied over accepts no more sign-ups, and is not opened with the old log", async () => {
  const folder = await temporaryFolder();
  const backup = join(await temporaryFolder(), "backup.sqlite");
  const database = await openSqliteIn(folder);
  await signUp(database, "ana");
  copySqlite(sqliteFile(folder), backup);
  await signUp(database, "bia");
  copyFileSync(backup, sqliteFile(folder));
  for (const email of ["caio", "davi"])
    await expect(signUp(database, email)).rejects.toThrow("foi sobrescrito durante o uso");
  await database.destroy();
  expect(await openDatabase({ kind: "sqlite", folder })).toMatchObject({
    kind: "unusable",
    reason: expect.stringContaining("Restaure uma cópia"),
  });
});

test("a store that its own older copy was copied over is noticed within seconds", async () => {
  const folder = await temporaryFolder();
  let now = 0;
  const database = await openSqliteIn(folder, { monotonicMs: () => now });
  const copy = join(await temporaryFolder(), "copy.sqlite");
  for (const email of ["ana", "bia"]) {
    copyFileSync(sqliteFile(folder), copy);
    await signUp(database, email);
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(database);
  }
  copyFileSync(copy, sqliteFile(folder));
  now = checkAfreshEveryMs;
  await expect(signUp(database, "caio")).rejects.toThrow("foi sobrescrito durante o uso");
});

function signUp(database: Database, email: string): Promise<void> {
  const lead = { name: "Ana Lima", email, whatsapp: "x" };
  return appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
}

async function emails(database: Database): Promise<string[]> {
  const rows = await database.selectFrom("submissions").select("email").execute();
  await database.destroy();
  return rows.map(({ email }) => email);
}

function removeLog(folder: string): void {
  for (const part of ["-wal", "-shm"]) rmSync(`${sqliteFile(folder)}${part}`);
}

/** A copy of the file without its log: this is what the next start reads after the log was removed and the process killed. */
async function fileAlone(folder: string): Promise<string> {
  const elsewhere = await temporaryFolder();
  copyFileSync(sqliteFile(folder), sqliteFile(elsewhere));
  return elsewhere;
}
