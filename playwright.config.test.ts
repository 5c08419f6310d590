import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import config from "./playwright.config.ts";
import { systemFontsConfig, systemNames } from "./tests/support/machine/system-fonts.ts";

const projects = systemNames.map((system) => ({ system, name: `fonts of ${system}` }));

test.each(projects)("the browser of the project $name sees no font of the machine", async (one) => {
  const project = config.projects?.find(({ name }) => name === one.name);
  const fonts = project?.use?.launchOptions?.env?.["FONTCONFIG_FILE"];
  const reason = "without FONTCONFIG_FILE the journeys depend on the fonts of the machine";
  expect(fonts, reason).toBe(systemFontsConfig(one.system));
});

test.each(systemNames)("the fonts of %s come only from the suite", async (system) => {
  const file = systemFontsConfig(system);
  const folders = (await readFile(file, "utf8")).match(/(?<=<dir>)[^<]+/g);
  expect(folders).toEqual([dirname(file)]);
  const fonts = (await readdir(dirname(file))).filter((name) => name.endsWith(".ttf"));
  expect(fonts.length).toBeGreaterThan(0);
});
