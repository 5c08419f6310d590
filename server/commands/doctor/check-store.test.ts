import { readdir } from "node:fs/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { CommandLineIo } from "#server/commands/command-line/command.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import type { Database } from "#server/store/tables.ts";
import { subjectsAt } from "#tests/support/operator/doctor-output.ts";
import { createOperator, operatorOf } from "#tests/support/operator/operator.ts";
import { createTemporaryFolder } from "#tests/support/store/temporary-database.ts";

test.each([
  [2e9, "ok"],
  [2e9 - 1, "warn"],
  [2e8, "warn"],
  [2e8 - 1, "fail"],
] as const)("with %i free bytes doctor's level for the disk is %s", async (bytes, level) => {
  const { run } = await createOperator();
  const { out } = await run(["doctor"], { freeBytes: () => Promise.resolve(bytes) });
  expect(subjectsAt(level, out)).toContain("disco");
});

test("doctor fails for a store in memory, which a power cut deletes", async () => {
  const { run } = await createOperator();
  const { out } = await run(["doctor"], { isInMemory: () => Promise.resolve(true) });
  expect(subjectsAt("fail", out)).toContain("queda de energia");
});

test.each([
  [5_000, "ok"],
  [5_001, "warn"],
  [60_000, "warn"],
  [60_001, "fail"],
] as const)("with clocks that are %i ms apart doctor's level is %s", async (apart, level) => {
  const { run } = await createOperator();
  const databaseClock = () => Promise.resolve(1_000 + apart);
  expect(subjectsAt(level, (await run(["doctor"], { databaseClock })).out)).toContain("relógio");
});

test("doctor fails for a store that can only be read, with the database's own words", async () => {
  const { run } = await createOperator();
  const openStore = openThen((database) => sql`pragma query_only = on`.execute(database));
  expect((await run(["doctor"], { openStore })).out).toMatch(
    /^falha {2}gravação: Não é possível gravar: .*readonly database\.$/m,
  );
});

test("doctor fails for a store that does not exist, and creates none", async () => {
  const { store, remove } = await createTemporaryFolder();
  onTestFinished(remove);
  const { out } = await operatorOf(store).run(["doctor"]);
  expect(out).toMatch(/^falha {2}banco de dados: Não há leads na pasta .* Nada foi criado\.$/m);
  expect(await readdir(store.folder)).toEqual([]);
});

test("doctor throws a bug of ours, and does not report it as an error of the store", async () => {
  const { run } = await createOperator();
  const openStore = openThen((database) => database.schema.dropTable("readiness").execute());
  await expect(run(["doctor"], { openStore })).rejects.toThrow("no such table");
});

/** Returns a function that opens the store and then makes the given change in the store. */
function openThen(change: (database: Database) => Promise<unknown>): CommandLineIo["openStore"] {
  return async (store) => {
    const opened = await openDatabase(store);
    if (opened.kind !== "open") throw new Error(`The store is ${opened.kind}.`);
    await change(opened.database);
    return opened;
  };
}
