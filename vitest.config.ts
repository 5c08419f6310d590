import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";

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
      ...(asSpecified() ? [] : ["tests/specification/**"]),
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

/**
 * An owner may change each word of the specification, so its tests run while `content/` is as committed; AS_SPECIFIED=1
 * (in CI) always runs them, AS_SPECIFIED=0 never (decision 0030).
 */
function asSpecified(): boolean {
  const wanted = process.env["AS_SPECIFIED"];
  if (wanted) return wanted === "1";
  return spawnSync("git", ["diff", "--quiet", "HEAD", "--", "content"]).status === 0;
}
