import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["node_modules/**", "dist/**", "build/**", "tests/e2e/**", "tests/faults/**"],
    globalSetup: ["tests/support/temporary-postgres.ts"],
    setupFiles: ["tests/support/quiet-console.ts"],
    restoreMocks: true,
  },
});
