import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx}"],
    exclude: ["node_modules/**", "dist/**", "build/**", "tests/e2e/**", "tests/faults/**"],
    setupFiles: ["tests/support/quiet-console.ts"],
    restoreMocks: true,
  },
});
