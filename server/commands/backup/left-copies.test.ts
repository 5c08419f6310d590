import { existsSync } from "node:fs";
import { copyFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "#server/commands/command-line/command-table.ts";
import { openDatabase } from "#server/store/connection/open-database.ts";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";
import { appendSubmission } from "#tests/support/store/append-submission.ts";

const replacedName = "leads.sqlite.replaced-2026-11-11T20-00-00.000Z";
const operands = new Map([
  ["find", ["ana@example.com"]],
  ["access", ["ana@example.com"]],
  ["erase", ["ana@example.com", "--yes"]],
]);

test("when only a replaced store is left, no command creates an empty one", async () => {
  const { run, store, file, replaced } = await interruptedRestore();
  for (const name of commands.keys()) {
    // A rehearsal writes only into a store of its own.
    if (name === "restore" || name === "rehearse") continue;
    const words = name === "backup" ? [file] : (operands.get(name) ?? []);
    const { code, out, err } = await run([name, ...words]);
    expect(code, name).toBe(1);
    expect(`${out}${err}`, name).toContain(replaced);
    expect(`${out}${err}`, name).not.toContain("rm -r");
  }
  expect(existsSync(join(store.folder, "leads.sqlite"))).toBe(false);
});

test("restore accepts only the newest replaced store, because a backup does not know later erasures", async () => {
  const { run, file, replaced } = await interruptedRestore();
  const refused = await run(["restore", file]);
  expect(refused).toMatchObject({ code: 1, err: expect.stringContaining(replaced) });
  expect(await run(["restore", replaced])).toMatchObject({ code: 0 });
  expect((await run(["list"])).out).toContain("ana@example.com");
  await run(["restore", file, "--replace"], { clock: () => 2_000 });
  expect((await run(["list"])).out).not.toContain("bia@example.com");
});

test("a store that was never used is not opened while a replaced one is beside it", async () => {
  const { run, store, replaced } = await interruptedRestore();
  const elsewhere = await createOperatorWithBackupFile();
  await elsewhere.createStore();
  await copyFile(join(elsewhere.store.folder, "leads.sqlite"), join(store.folder, "leads.sqlite"));
  const { code, err } = await run(["list"]);
  expect(code).toBe(1);
  expect(err).toContain(`restore ${replaced}`);
  expect((await run(["doctor"])).out).not.toContain("rm -r");
  await rm(replaced);
  expect((await run(["list"])).code).toBe(0);
});

test("doctor does not advise to delete a copy that is older than the store", async () => {
  const { run, store } = await interruptedRestore();
  // Creates an empty store beside the replaced one, as an earlier version of the program did.
  const opened = await openDatabase(store);
  if (opened.kind !== "open") throw new Error(opened.kind);
  await appendSubmission(opened.database, { lead: bia, surface: "popup", receivedAt: 1 });
  await opened.database.destroy();
  const { out } = await run(["doctor"]);
  expect(out).toContain("elas podem ter leads que faltam nele");
  expect(out).not.toContain("rm -r");
});

/**
 * Bia is erased after the backup was made. Then a restore renames the old store, and is interrupted before it creates
 * the new store.
 */
async function interruptedRestore() {
  const operator = await createOperatorWithBackupFile();
  const { run, signUp, store, file } = operator;
  await signUp({});
  await signUp({ lead: bia });
  await run(["backup", file]);
  await run(["erase", bia.email, "--yes"]);
  const replaced = join(store.folder, replacedName);
  await rename(join(store.folder, "leads.sqlite"), replaced);
  return { ...operator, replaced };
}
