import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";

const replacedName = "leads.sqlite.replaced-2026-11-11T20-00-00.000Z";

test("restore knows the erasures of a store that was set aside", async () => {
  const { run, file, replaced } = await interruptedRestore();
  expect((await run(["restore", file])).out).toContain("pessoas apagadas de novo: 1.");
  expect((await run(["list"])).out).not.toContain(bia.email);
  await run(["restore", replaced, "--replace"], { clock: () => 2_000 });
  expect((await run(["list"])).out).toContain("ana@example.com");
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
