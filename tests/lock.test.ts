import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { missingFromLock } from "#scripts/missing-from-lock.mjs";

test("the lock names the packages of every platform: mend it with scripts/complete-lock.mjs", async () => {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
  expect(missingFromLock(lock.packages).map(({ name }) => name)).toEqual([]);
});

test("the lock names no host of a registry", async () => {
  expect(await readFile("package-lock.json", "utf8")).not.toContain('"resolved"');
});
