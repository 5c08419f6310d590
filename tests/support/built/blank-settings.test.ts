import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { blankSettings } from "./blank-settings.ts";

const setByEachTest = ["PORT", "DATA_DIR"];

test("every setting that a developer's .env can hold is blank for tests and benches", async () => {
  const example = await readFile(".env.example", "utf8");
  const settings = [...example.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...Object.keys(blankSettings), ...setByEachTest].sort()).toEqual(settings.sort());
});
