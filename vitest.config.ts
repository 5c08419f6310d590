import { spawnSync } from "node:child_process";
import { defineConfig, type TestUserConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { inlineScripts } from "./scripts/build/inline-scripts.ts";
import { keepTemporaryFilesInMemory } from "./tests/support/machine/temporary-files.ts";

keepTemporaryFilesInMemory();

/** These tests start processes or whole builds, or run for seconds: `npm run check` skips them, `npm test` runs them. */
const slow = [
  "server/delivery/{bad-sign-ups,failure-policy,imports,removals}.test.ts",
  "server/store/open-store.test.ts",
  "server/store/migrate.test.ts",
  "server/copies/{erased-people,restore-postgres}.test.ts",
  "server/watch/watch.test.ts",
  "scripts/{pictures/make-pictures,conferir,node}.test.ts",
  "tests/{injection,next-class}.test.ts",
  "tests/{faults,contract,specification}/**/*.test.ts",
  "tests/{backup-script,operator-privacy}.test.ts",
  "scripts/dev/**/*.test.ts",
];
/** The slowest test files start first: otherwise the end of a run would wait for one of them. */
const longest = /tests\/(faults|contract)|dev-server|scripts\/node/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Tests that change something that the whole process shares, such as a module of Node, run in a process of their own. */
const alone = ["**/*.alone.test.{ts,tsx}"];
const notHere = [
  "**/node_modules/**",
  "dist/**",
  "build/**",
  "tests/e2e/**",
  "tests/all/**",
  ...(asSpecified() ? [] : ["tests/specification/**"]),
  ...(process.env["WITHOUT_SLOW"] === "1" ? slow : []),
];

/** This plugin is needed because the pages contain inline scripts as text. */
const plugins = [inlineScripts()];

const common = {
  environment: "node",
  // The limits are long: a test must not fail only because the machine is busy.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
  setupFiles: ["tests/support/quiet-console.ts", "tests/support/seed.ts"],
  restoreMocks: true,
  unstubEnvs: true,
  unstubGlobals: true,
  // Without this setting, Vitest would replace the styles of the panel with an empty text.
  css: { include: [/\.css\?inline$/] },
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    // Most tests wait for disks and sockets: more workers than cores keep the cores busy.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    globalSetup: [
      // The build can be skipped: most tests read no built file, and the build takes longer than many tests.
      ...(process.env["WITHOUT_BUILD"] === "1"
        ? []
        : ["tests/support/built/build-before-tests.ts"]),
      "tests/support/store/temporary-postgres.ts",
    ],
    projects: [
      {
        plugins,
        test: {
          ...common,
          name: "shared",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...notHere, ...alone],
          // The test files share a few processes, so that each of them need not load the server and its packages again.
          isolate: false,
        },
      },
      { plugins, test: { ...common, name: "alone", include: alone, exclude: notHere } },
    ],
  },
});

/**
 * An owner may change the words of the specification, so its tests run only while `content/` is as committed;
 * AS_SPECIFIED=1 (in CI) always runs them, AS_SPECIFIED=0 never runs them (decision 0027).
 */
function asSpecified(): boolean {
  const wanted = process.env["AS_SPECIFIED"];
  if (wanted) return wanted === "1";
  return spawnSync("git", ["diff", "--quiet", "HEAD", "--", "content"]).status === 0;
}
