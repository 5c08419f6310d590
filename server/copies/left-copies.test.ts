import { existsSync } from "node:fs";
import { rename } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createOperatorWithBackupFile } from "#tests/support/operator/operator.ts";
import { bia } from "#tests/support/people.ts";

const replacedName = "leads.sqlite.replaced-2026-11-11T20-00-00.000Z";

test("when only a replaced store is left, no command creates an empty one", async () => {
  const { run, store, file, replaced } = await interruptedRestore();
  for (const words of [["list"], ["doctor"], ["pause"], ["backup", `${file}-2`]]) {
    const { code, out, err } = await run(words);
    expect(code).toBe(1);
    expect(`${out}${err}`).toContain(replaced);
    expect(`${out}${err}`).not.toContain("rm -r");
  }
  expect(existsSync(join(store.folder, "leads.sqlite"))).toBe(false);
});

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
