import { defineConfig } from "vitest/config";
import { writeSystemFaces } from "./tests/support/system-faces.ts";

await writeSystemFaces();

/** The journeys in other engines. They need browsers and a build, and no Postgres: so they have their own settings. */
export default defineConfig({
  test: {
    environment: "node",
    include: ["tests/engines/*.test.ts"],
    // Each file is one engine with one browser, which mostly waits.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000, interval: 40 } },
  },
});
