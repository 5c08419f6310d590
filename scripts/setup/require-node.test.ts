import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { isSupported, triedVersions } from "./require-node.mjs";

test.each([
  ["20.18.3", "20.19.0"],
  ["21.7.3", "22.14.0"],
  ["22.13.1", "22.23.3"],
  ["23.11.1", "24.0.0"],
  ["25.9.0", "26.0.0"],
])("Node %s is refused, and Node %s is accepted", (refused, accepted) => {
  expect(isSupported(refused)).toBe(false);
  expect(isSupported(accepted)).toBe(true);
});

test("a future Node is accepted, and a very old one is refused", () => {
  expect(isSupported("31.2.0")).toBe(true);
  expect(isSupported("8.17.0")).toBe(false);
});

test("package.json, .nvmrc and the README name the same versions of Node", async () => {
  const { engines } = JSON.parse(await readFile("package.json", "utf8"));
  expect(engines.node).toBe("^20.19 || ^22.14 || ^24 || >=26");
  expect(isSupported(`${(await readFile(".nvmrc", "utf8")).trim()}.0.0`)).toBe(true);
  const readme = await readFile("README.md", "utf8");
  for (const named of [/ 20 \(\D*20\.19\)/, / 22 \(\D*22\.14\), 24\D* 26 /])
    expect(readme).toMatch(named);
});

test("the checks run on one version of each supported line", () => {
  expect(triedVersions.map((version) => version.split(".")[0])).toEqual(["20", "22", "24", "26"]);
  expect(triedVersions.filter((version) => !isSupported(version))).toEqual([]);
});
