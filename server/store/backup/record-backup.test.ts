import { join } from "node:path";
import { expect, test } from "vitest";
import { lastBackupAt } from "#server/store/action-log.ts";
import { Sqlite, sqliteFile } from "#server/store/connection/sqlite.ts";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { recordBackup } from "./copy-sqlite.ts";

test("after a backup the store tells when it was made", async () => {
  const { createStore, run, use, file } = await createOperatorWithBackupFile();
  await createStore();
  expect(await use(lastBackupAt)).toBeUndefined();
  expect(await run(["backup", file], { clock: () => 77_000 })).toMatchObject({ code: 0, err: "" });
  expect(await use(lastBackupAt)).toBe(77_000);
  await run(["backup", `${file}-2`], { clock: () => 99_000 });
  expect(await use(lastBackupAt)).toBe(99_000);
});

test("a store without a table for copies is copied and stays as it is", async () => {
  const folder = await temporaryFolder();
  await (await openSqliteIn(folder)).destroy();
  const file = new Sqlite(sqliteFile(folder));
  file.exec("drop table deeds");
  expect(recordBackup(sqliteFile(folder), 1)).toBeUndefined();
  expect(file.prepare("select 1 from sqlite_master where name = 'deeds'").all()).toEqual([]);
  file.close();
});

test("a store that cannot be written says why", async () => {
  const missing = join(await temporaryFolder(), "nothing");
  expect(recordBackup(missing, 1)).toMatch(/./);
});
