import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { sqliteFile } from "#server/store/connection/sqlite.ts";
import type { Database } from "#server/store/row-types.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { copySqlite, findUnfit } from "./copy.ts";

const lead = { name: "x".repeat(20_000), email: "ana@example.com", whatsapp: "x" };

test("a copy of a store in use holds everything that was stored until then", async () => {
  const folder = await temporaryFolder();
  const database = await openSqliteIn(folder);
  for (let index = 0; index < 500; index += 1) await signUp(database, index);
  const copy = await temporaryFolder();
  await copySqlite(sqliteFile(folder), sqliteFile(copy));
  await signUp(database, 500);
  await database.destroy();
  expect(findUnfit(sqliteFile(copy))).toBeUndefined();
  expect(await countIn(copy)).toBe(500);
  expect(await countIn(folder)).toBe(501);
});

test("a copy takes the place of no other file", async () => {
  const folder = await temporaryFolder();
  await (await openSqliteIn(folder)).destroy();
  const copy = join(await temporaryFolder(), "leads.backup");
  await copySqlite(sqliteFile(folder), copy);
  await expect(copySqlite(sqliteFile(folder), copy)).rejects.toThrow("já existe");
  expect(await readdir(dirname(copy))).toEqual(["leads.backup"]);
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
