import { resolve } from "node:path";
import { defineConfig } from "vitest/config";
import { writeSystemFonts } from "#tests/support/machine/system-fonts.ts";

await writeSystemFonts();

/** The names of the browser engines on this machine, possibly none; without the variable, all engines. */
const engines = (process.env["ENGINES"] ?? "webkit,firefox,chromium-109")
  .split(",")
  .filter(Boolean);

/** The tests of `npm run test:all` that need browsers, servers or runtimes besides Node. */
export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: {
    environment: "node",
    globalSetup: [
      "tests/support/built/build-before-tests.ts",
      "tests/support/store/temporary-postgres.ts",
    ],
    include: [
      "tests/all/*.test.ts",
      ...engines.map((name) => `tests/all/engines/${name}*.test.ts`),
    ],
    // Each test file of an engine starts one browser, which mostly waits.
    maxWorkers: 3,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 40 } },
    css: { include: [/\.css\?inline$/] },
  },
});
