import { defineConfig } from "vitest/config";
import { specificationApplies } from "./scripts/check/delivered-content.mjs";

export default defineConfig({
  test: {
    environment: "node",
    // Most tests wait for disks and sockets: more workers than cores keep the cores busy.
    maxWorkers: 3,
    // A busy machine is slow, and slowness is not a failure.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    include: ["**/*.test.{ts,tsx}"],
    exclude: [
      "**/node_modules/**",
      "dist/**",
      "build/**",
      "tests/e2e/**",
      "tests/all/**",
      ...(specificationApplies() ? [] : ["tests/specification/**"]),
    ],
    globalSetup: [
      "tests/support/built/build-before-tests.ts",
      "tests/support/store/temporary-postgres.ts",
    ],
    setupFiles: ["tests/support/quiet-console.ts"],
    restoreMocks: true,
    // Without this, Vitest would replace the styles of the panel by nothing.
    css: { include: [/\.css\?inline$/] },
  },
});
