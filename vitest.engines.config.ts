import { defineConfig } from "vitest/config";
import { writeSystemFonts } from "./tests/support/machine/system-fonts.ts";

await writeSystemFonts();

/** The journeys in other engines have their own settings, because they need browsers and a build, but no Postgres. */
export default defineConfig({
  test: {
    environment: "node",
    globalSetup: ["tests/support/built/build-before-tests.ts"],
    include: ["tests/engines/*.test.ts"],
    // Each file starts one browser, which mostly waits, so two can run at a time.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 40 } },
  },
});
