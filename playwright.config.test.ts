import { readdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { expect, test } from "vitest";
import config from "./playwright.config.ts";
import { systemFontsConfig, systemNames } from "./tests/support/machine/system-fonts.ts";

test.each(systemNames)(
  "the browser with the fonts of %s sees no font of the machine",
  async (system) => {
    const file = systemFontsConfig(system);
    const project = config.projects?.find(({ name }) => name === `fonts of ${system}`);
    const reason = "without FONTCONFIG_FILE the journeys depend on the fonts of the machine";
    expect(project?.use?.launchOptions?.env?.["FONTCONFIG_FILE"], reason).toBe(file);
    expect((await readFile(file, "utf8")).match(/(?<=<dir>)[^<]+/g)).toEqual([dirname(file)]);
    expect((await readdir(dirname(file))).filter((name) => name.endsWith(".ttf"))).not.toEqual([]);
  },
);
