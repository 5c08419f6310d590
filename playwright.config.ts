import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/check/chromium.ts";
import {
  type System,
  systemFontsConfig,
  systemNames,
  usualSystem,
  writeSystemFonts,
} from "./tests/support/machine/system-fonts.ts";
import { keepTemporaryFilesInMemory } from "./tests/support/machine/temporary-files.ts";

keepTemporaryFilesInMemory();

const chromium = await findChromium();
await writeSystemFonts();

/** The tag of the journeys that run with the fonts of each system: those in which text could move when fonts come. */
const inAllFonts = /@all-fonts/;
const inPanel = "panel/**";

/** Chromium resolves no name but localhost, so that no request leaves the machine, not even an unexpected one. */
const onlyLocalhost = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/built/build-before-tests.ts",
  // More workers than cores: each waits for its browser.
  workers: 3,
  // No journey needs another one: each has a browser and an e-mail of its own, and asks the server only about these.
  fullyParallel: true,
  // A busy machine is slow, and slowness is not a failure.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "build/journeys.json" }]],
  use: {
    browserName: "chromium",
    // Most visitors come by phone, and a small window is painted in less time.
    viewport: { width: 360, height: 740 },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    screenshot: "off",
    trace: "off",
    video: "off",
  },
  // What needs a server or a browser of its own comes first, so that at the end all workers share what is left.
  projects: [
    { name: "panel", testMatch: inPanel, use: { launchOptions: launchOptions(usualSystem) } },
    ...systemNames.map((system) => ({
      name: `fonts of ${system}`,
      testIgnore: inPanel,
      // Few journeys: one browser runs them all.
      ...(system !== usualSystem && { grep: inAllFonts, fullyParallel: false }),
      use: { launchOptions: launchOptions(system) },
    })),
  ],
});

function launchOptions(system: System) {
  return {
    // Some builds of Chromium fit letters to pixels, which breaks lines where a phone would not.
    args: [onlyLocalhost, "--font-render-hinting=none"],
    env: { ...process.env, FONTCONFIG_FILE: systemFontsConfig(system) },
    ...(chromium && { executablePath: chromium }),
  };
}
