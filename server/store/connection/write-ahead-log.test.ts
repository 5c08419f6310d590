import { copyFileSync, rmSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "#server/store/tables.ts";
import { emailsInSqlite } from "#tests/support/faults/store.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { openSqliteIn, temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { openDatabase } from "./open-database.ts";
import { sqliteFile } from "./sqlite.ts";
import { checkAfreshEveryMs } from "./store-place.ts";

test.each([0, 40_000])(
  "a store whose log was cut to %i bytes accepts no more sign-ups, and the log is not written into the file",
  async (bytes) => {
    const folder = await temporaryFolder();
    const database = await openSqliteIn(folder);
    await signUp(database, "ana");
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(database);
    for (const email of ["bia", "caio", "davi"]) await fillLog(database, email);
    truncateSync(`${sqliteFile(folder)}-wal`, bytes);
    for (const email of ["eva", "ivo"])
      await expect(signUp(database, email)).rejects.toThrow("o que havia nele se perdeu");
    await database.destroy();
    expect(emailsInSqlite(await fileAlone(folder))).toEqual(new Set(["ana"]));
  },
);

test("a store accepts no more sign-ups after another log was copied over its log", async () => {
  const [folder, other] = [await temporaryFolder(), await temporaryFolder()];
  const [database, elsewhere] = [await openSqliteIn(folder), await openSqliteIn(other)];
  await signUp(database, "ana");
  await signUp(elsewhere, "bia");
  copyFileSync(`${sqliteFile(other)}-wal`, `${sqliteFile(folder)}-wal`);
  await expect(signUp(database, "caio")).rejects.toThrow("o que havia nele se perdeu");
  await Promise.all([database.destroy(), elsewhere.destroy()]);
});

test("sign-ups are accepted after another process emptied the log or started a new one", async () => {
  const folder = await temporaryFolder();
  const [database, other] = [await openSqliteIn(folder), await openSqliteIn(folder)];
  for (const email of ["ana", "bia", "caio"]) {
    await signUp(database, email);
    await sql`pragma wal_checkpoint(TRUNCATE)`.execute(other);
    await signUp(other, `${email}-again`);
    await sql`vacuum`.execute(other);
  }
  await signUp(database, "davi");
  await Promise.all([database.destroy(), other.destroy()]);
  expect(emailsInSqlite(folder).size).toBe(7);
});

test("a store whose file was cut short accepts no more sign-ups after the next check", async () => {
  const folder = await temporaryFolder();
  let now = 0;
  const database = await openSqliteIn(folder, { monotonicMs: () => now });
  await signUp(database, "ana");
  await sql`pragma wal_checkpoint(TRUNCATE)`.execute(database);
  truncateSync(sqliteFile(folder), 4_096);
  now = checkAfreshEveryMs;
  for (const email of ["bia", "caio", "davi"])
    await expect(signUp(database, email)).rejects.toThrow();
  await database.destroy();
});

test.each(["moved away", "emptied"])(
  "after the file was %s, its log is kept, and the store opens again once the file is back",
  async (what) => {
    const folder = await temporaryFolder();
    const file = sqliteFile(folder);
    const elsewhere = join(await temporaryFolder(), "moved.sqlite");
    const database = await openSqliteIn(folder);
    await signUp(database, "ana");
    copyFileSync(file, elsewhere);
    if (what === "emptied") truncateSync(file);
    else rmSync(file);
    await database.destroy();
    expect(await openDatabase({ kind: "sqlite", folder })).toMatchObject({
      kind: "unusable",
      reason: expect.stringContaining("as inscrições mais novas estão em"),
    });
    copyFileSync(elsewhere, file);
    expect(emailsInSqlite(folder)).toEqual(new Set(["ana"]));
  },
);

function signUp(database: Database, email: string): Promise<void> {
  const lead = { name: "Ana Lima", email, whatsapp: "x" };
  return appendSubmission(database, { lead, surface: "popup", receivedAt: 1 });
}

/** Writes more than one page, so that the place where the test cuts the write-ahead log lies within this sign-up. */
async function fillLog(database: Database, email: string): Promise<void> {
  await signUp(database, email);
  await sql`update submissions set source = ${"x".repeat(20_000)} where email = ${email}`.execute(
    database,
  );
}

/**
 * Copies the store's file without its write-ahead log, which is damaged by now: the next start reads only this copy.
 */
async function fileAlone(folder: string): Promise<string> {
  const elsewhere = await temporaryFolder();
  copyFileSync(sqliteFile(folder), sqliteFile(elsewhere));
  return elsewhere;
}
