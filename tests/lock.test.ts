import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { developmentPeers, missingFromLock } from "#scripts/upkeep/complete-lock.mjs";

/** The lock files of this repository: of the product, and of what only some tests need. */
const locks = [
  "package-lock.json",
  "tests/all/packages/package-lock.json",
  "scripts/check/chromium/package-lock.json",
];

test("each lock has the packages of every platform (if this fails, run scripts/upkeep/complete-lock.mjs)", async () => {
  for (const file of locks) {
    const lock = JSON.parse(await readFile(file, "utf8"));
    expect(
      missingFromLock(lock.packages).map(({ name }) => name),
      file,
    ).toEqual([]);
  }
});

test("no lock names the host of a registry (if this fails, lock again with --omit-lockfile-registry-resolved)", async () => {
  for (const file of locks)
    expect((await readFile(file, "utf8")).includes('"resolved"'), file).toBe(false);
});

test("npm compiles SQLite only on Node 20 (if this fails, run scripts/upkeep/complete-lock.mjs)", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  expect(packages["node_modules/better-sqlite3"].gypfile).toBe(false);
  expect(packages["node_modules/better-sqlite3-node20"]).toMatchObject({
    optional: true,
    engines: { node: "20.x" },
  });
});

test("npm start installs no package that only development needs (if this fails, run scripts/upkeep/complete-lock.mjs)", async () => {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8"));
  expect(developmentPeers(packages)).toEqual([]);
});
