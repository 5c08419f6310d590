import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { Sqlite } from "#server/store/connection/sqlite.ts";
import { openDatabase } from "#server/store/open-store.ts";
import { createOperator, createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { ana, bia } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";
import { engines, temporaryFolder } from "#tests/support/store/temporary-database.ts";

test.each(engines)("on %s only its owner can read what backup makes", async (engine) => {
  const { run, signUp } = await createOperator(engine);
  await signUp({});
  const file = join(await temporaryFolder(), "leads.backup");
  expect(await run(["backup", file])).toMatchObject({ code: 0, err: "" });
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a sign-up that is not stored yet is in no copy, and delays none", async () => {
  const { run, use, signUp, store, file } = await createOperatorWithBackupFile();
  await signUp({ lead: ana });
  // The store is opened before the sign-up, because in one process the command and the sign-up cannot wait for each
  // other's locks.
  const opened = { kind: "open", database: await openDatabase(store) } as const;
  await use((database) =>
    database.transaction().execute(async (writing) => {
      await appendSubmission(writing, { lead: bia, surface: "popup", receivedAt: 200 });
      const made = await run(["backup", file], { openStore: () => Promise.resolve(opened) });
      expect(made).toMatchObject({ code: 0, err: "" });
    }),
  );
  expect(emailsIn(file)).toEqual([ana.email]);
  expect(await run(["backup", `${file}-2`])).toMatchObject({ code: 0 });
  expect(emailsIn(`${file}-2`)).toEqual([ana.email, bia.email]);
});

test("backup never overwrites a file", async () => {
  const { run, file, createStore } = await createOperatorWithBackupFile();
  await createStore();
  await run(["backup", file]);
  expect(await run(["backup", file])).toMatchObject({
    code: 1,
    err: `${file} já existe. Escolha outro nome.\n`,
  });
});

function emailsIn(file: string): unknown[] {
  const copy = new Sqlite(file, { readonly: true });
  onTestFinished(() => void copy.close());
  return copy.prepare("select email from submissions order by id").pluck().all();
}
