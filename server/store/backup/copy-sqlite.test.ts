import { readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { findHolder, sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/tables.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { copySqlite, findUnfit } from "./copy-sqlite.ts";

const lead = { name: "x".repeat(20_000), email: "ana@example.com", whatsapp: "x" };

test("a copy of a store in use holds everything that was stored until then", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  for (let index = 0; index < 500; index += 1) await signUp(database, index);
  const copy = await temporaryFolder();
  copySqlite(sqliteFile(folder), sqliteFile(copy));
  await signUp(database, 500);
  await database.destroy();
  expect(findUnfit(sqliteFile(copy))).toBeUndefined();
  expect(await countIn(copy)).toBe(500);
  expect(await countIn(folder)).toBe(501);
});

test("a copy does not touch the unfinished file of another copy under the same name", async () => {
  const folder = await temporaryFolder();
  await (await openSqliteIn(folder)).destroy();
  const copy = join(await temporaryFolder(), "leads.backup");
  await writeFile(`${copy}.part`, "half a backup");
  copySqlite(sqliteFile(folder), copy);
  expect(await readFile(`${copy}.part`, "utf8")).toBe("half a backup");
  expect(() => copySqlite(sqliteFile(folder), copy)).toThrow("já existe");
  expect(await readdir(dirname(copy))).toEqual(["leads.backup", "leads.backup.part"]);
});

test("a store is free once every process has closed it", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  expect(findHolder(sqliteFile(folder))).toEqual({ kind: "in-use" });
  await signUp(database, 1);
  await database.destroy();
  expect(findHolder(sqliteFile(folder))).toEqual({ kind: "free" });
  expect(await countIn(folder)).toBe(1);
});

test("a copy of a store of a program before the first release says so", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  await sql`create table kysely_migration (name text)`.execute(database);
  await database.destroy();
  expect(findUnfit(sqliteFile(folder))).toContain("anterior à primeira");
});

test("a missing file is unreadable, and is not created", async () => {
  const file = join(await temporaryFolder(), "nothing");
  expect(findHolder(file).kind).toBe("unreadable");
  expect(findUnfit(file)).toBe("este arquivo não existe");
});

function signUp(database: Database, receivedAt: number): Promise<void> {
  return appendSubmission(database, { lead, surface: "popup", receivedAt });
}

async function countIn(folder: string): Promise<number> {
  const database = await openSqliteIn(folder);
  const rows = await database.selectFrom("submissions").select("id").execute();
  await database.destroy();
  return rows.length;
}
