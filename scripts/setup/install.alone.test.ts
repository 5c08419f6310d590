import { existsSync, readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { expect, test } from "vitest";
import { workInFolderWith, write } from "#tests/support/machine/work-in-folder.ts";
import { install, type PackageSet } from "./install.ts";

const failure = { message: "npm ci failed", output: "" };

test("installed packages are not installed again, and those of another lock are", async () => {
  const { installed, start } = await project();
  expect(await start()).toBeUndefined();
  expect(await start()).toBeUndefined();
  expect(installed).toEqual(["production"]);
  write("package-lock.json", `{ "packages": { } }`);
  await start("full");
  await start();
  expect(installed).toEqual(["production", "full"]);
});

test("packages that a killed installation moved aside are put back", async () => {
  const { installed, start } = await project();
  await start();
  await mkdir("build/packages", { recursive: true });
  await rename("node_modules", "build/packages/before");
  await start();
  expect(installed).toHaveLength(1);
  expect(existsSync("node_modules/a")).toBe(true);
});

test("an installation that fails leaves the packages that were there", async () => {
  const { installed, start } = await project();
  await start();
  write("package-lock.json", "{}");
  expect(await start()).toEqual(failure);
  expect(existsSync("node_modules/a")).toBe(true);
  write("package-lock.json", lock);
  expect(await start()).toBeUndefined();
  expect(installed).toHaveLength(1);
});

const lock = `{ "packages": {} }`;

/** A project without packages. `installed`: the sets that its npm, which fails with an empty lock, has installed. */
async function project() {
  await workInFolderWith({ "package-lock.json": lock, "package.json": "{}" });
  const installed: PackageSet[] = [];
  async function npmCi(folder: string, set: PackageSet) {
    if (readFileSync(`${folder}/package-lock.json`, "utf8") === "{}") return failure;
    installed.push(set);
    write(`${folder}/node_modules/a/package.json`, "{}");
    return undefined;
  }
  return { installed, start: (set: PackageSet = "production") => install(set, npmCi) };
}
