import { defineConfig } from "@playwright/test";
import { findChromium } from "./scripts/find-chromium.mjs";

const chromium = await findChromium();

/** Not even what no test thought of leaves the machine. */
const noNamesButOurs = "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost";

export default defineConfig({
  testDir: "tests/e2e",
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [["list"], ["json", { outputFile: "build/journeys.json" }]],
  use: {
    browserName: "chromium",
    launchOptions: { args: [noNamesButOurs], ...(chromium && { executablePath: chromium }) },
    locale: "pt-BR",
    timezoneId: "America/Sao_Paulo",
    screenshot: "off",
    trace: "off",
    video: "off",
  },
});
