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

/** The tag of the journeys that run with the fonts of each system: text could move in them when fonts are loaded. */
const inAllFonts = /@all-fonts/;
const inPanel = "panel/**";

/** Chromium resolves only the name localhost, so that even an unexpected request cannot leave the machine. */
const onlyLocalhost = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost";

export default defineConfig({
  testDir: "tests/e2e",
  globalSetup: "./tests/support/built/build-before-tests.ts",
  // More workers than processor cores, because each worker mostly waits for its browser.
  workers: 3,
  // No journey depends on another: each has its own browser and e-mail, and asks the server only about these.
  fullyParallel: true,
  // The limit is long: a journey must not fail only because the machine is busy.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "build/journeys.json" }]],
  use: {
    browserName: "chromium",
    // The window of a phone: most visitors use a phone, and a small window is painted faster.
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
    // Some builds of Chromium align letters to pixels, which breaks lines differently from a phone.
    args: [onlyLocalhost, "--font-render-hinting=none"],
    env: { ...process.env, FONTCONFIG_FILE: systemFontsConfig(system) },
    ...(chromium && { executablePath: chromium }),
  };
}
