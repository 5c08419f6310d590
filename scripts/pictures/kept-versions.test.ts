import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#tests/support/store/temporary-database.ts";
import { updateKeptVersions } from "./kept-versions.ts";

test("a version kept aside loses a picture that was taken back, and gets the picture that replaced another", async () => {
  const folder = await temporaryFolder();
  const kept = join(folder, "versions", "a", "dist", "pictures");
  const made = join(folder, "made");
  for (const one of [kept, made]) mkdirSync(one, { recursive: true });
  for (const file of ["taken-back.jpg", "replaced.jpg", "same.jpg"])
    writeFileSync(join(kept, file), "old");
  writeFileSync(join(made, "replaced.jpg"), "new");
  writeFileSync(join(made, "same.jpg"), "old");
  const changed = await updateKeptVersions(join(folder, "versions"), made);
  expect(changed.sort()).toEqual([join(kept, "replaced.jpg"), join(kept, "taken-back.jpg")]);
  expect(existsSync(join(kept, "taken-back.jpg"))).toBe(false);
  expect(readFileSync(join(kept, "replaced.jpg"), "utf8")).toBe("new");
});

test("without kept versions there is nothing to do", async () => {
  expect(await updateKeptVersions("no/such/folder", "public/pictures")).toEqual([]);
});
