import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { missingFromLock } from "#scripts/missing-from-lock.mjs";

test("the lock names the packages of every platform: mend it with scripts/complete-lock.mjs", async () => {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8"));
  expect(missingFromLock(lock.packages).map(({ name }) => name)).toEqual([]);
});

test("no lock names the host of a registry: mend a peer's with scripts/peer-lock.mjs", async () => {
  const peers = await readdir("bench/peers");
  const locks = peers.map((peer) => `bench/peers/${peer}/package-lock.json`).filter(existsSync);
  expect(locks.length).toBeGreaterThan(0);
  for (const lock of ["package-lock.json", ...locks])
    expect((await readFile(lock, "utf8")).includes('"resolved"'), lock).toBe(false);
});
