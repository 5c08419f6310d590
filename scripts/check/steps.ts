// The steps of `npm run check`, `npm test` and `npm run test:all`, and the output of these commands.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { runPackage, withProgress } from "#scripts/setup/run.mjs";
import { ensureChromium } from "./chromium.ts";

export type Counts = { passed: number; failed: number; skipped: number };
/** `report` is the JSON that Vitest or Playwright wrote about each test. */
export type Result = { counts: Counts; output?: string; report?: string };
export type Step = { name: string; run: () => Promise<Result> };

/**
 * Runs the steps one after the other; prints the counts and the seconds of each step, and the output of failed steps.
 * `since`: the start time of the command, by `performance.now()`; `leftOut`: lines about the steps that did not run.
 */
export async function runSteps(steps: Step[], since: number, leftOut: readonly string[] = []) {
  const results: Result[] = [];
  for (const { name, run } of steps) {
    const result = await withProgress(
      name,
      run,
      ({ counts }, seconds) => `${sumLine(counts)} (${seconds.toFixed(1)} s)`,
    );
    if (result.counts.failed > 0) console.log(`\n${result.output?.trimEnd()}\n`);
    results.push(result);
  }
  const all = sum(results.map(({ counts }) => counts));
  const seconds = Math.round((performance.now() - since) / 1000);
  console.log(["", ...leftOut, "", sumLine(all)].join("\n").replace(/\n{3,}/g, "\n\n"));
  console.log(`${seconds} seconds in all`);
  process.exitCode = all.failed > 0 ? 1 : 0;
}

/** The result of a command that counts as one check, passed or failed. */
export function oneCheck({ ok, output }: { ok: boolean; output: string }): Result {
  return { counts: { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 }, output };
}

/** The static checks run at the same time, because each uses only one processor for a few seconds. */
export const staticChecks: Step = {
  name: "Format, lint, types, unused code",
  async run() {
    const outcomes = await Promise.all([
      runPackage("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]),
      ...["pure", "site", "server"].map((name) =>
        runPackage("typescript/bin/tsc", ["--project", `tsconfig.${name}.json`]),
      ),
      runPackage("knip/bin/knip.js", []),
    ]);
    const failed = outcomes.filter(({ ok }) => !ok).map(({ output }) => output);
    return { counts: sum(outcomes.map((one) => oneCheck(one).counts)), output: failed.join("\n") };
  },
};

/** Leaves out the slow tests, which vitest.config.ts lists. */
const withoutSlow = { WITHOUT_SLOW: "1" };

/** Runs the unit tests in `files`, or in all files if `files` is empty; with `isFast` without the slow tests. */
export function unitTests(name: string, isFast: boolean, files: string[] = []): Step {
  return { name, run: () => runVitest("unit-tests", files, isFast ? withoutSlow : {}) };
}

export function journeys(name: string): Step {
  return {
    name,
    async run() {
      const chromium = await ensureChromium();
      if ("path" in chromium) return runJourneys(chromium.path);
      return oneCheck({ ok: false, output: chromium.problem });
    },
  };
}

/** Runs Vitest. `name` is the name of the report in build/. */
export async function runVitest(
  name: string,
  args: string[],
  settings?: Record<string, string>,
): Promise<Result> {
  const report = `build/${name}.json`;
  rmSync(report, { force: true });
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { ok, output } = await runPackage(
    "vitest/vitest.mjs",
    [...args, "--run", ...reporters],
    settings,
  );
  const { numPassedTests = 0, numFailedTests = 0, ...more } = read(report);
  const { numPendingTests = 0, numTodoTests = 0 } = more;
  const skipped = numPendingTests + numTodoTests;
  const counts = withFailedRun(ok, { passed: numPassedTests, failed: numFailedTests, skipped });
  return { counts, output, report };
}

/** Runs the journeys in `files`, or all journeys if `files` is empty. */
export async function runJourneys(chromium: string, files: string[] = []): Promise<Result> {
  // The report is not written to test-results/, because Playwright empties that folder at its start.
  const report = "build/journeys.json";
  rmSync(report, { force: true });
  const { ok, output } = await runPackage("@playwright/test/cli.js", ["test", ...files], {
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const { stats = {} } = read(report);
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats;
  const counts = withFailedRun(ok, { passed: expected, failed: unexpected + flaky, skipped });
  return { counts, output, report };
}

export function read(file: string) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/** A run that stops before its first test, or finds no test, has no failed test, so it is counted as one failure. */
export function withFailedRun(ok: boolean, counts: Counts) {
  const hasRun = ok && counts.passed > 0;
  return hasRun ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

function sumLine({ passed, failed, skipped }: Counts) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

export function sum(all: Counts[]) {
  const total = (key: keyof Counts) => all.reduce((count, counts) => count + counts[key], 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}
