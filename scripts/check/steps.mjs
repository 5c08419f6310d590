// @ts-check
import { rmSync } from "node:fs";
import { publishSources } from "#scripts/publish/publish-sources.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { runPackage } from "#scripts/setup/run-quietly.mjs";
import { withProgress } from "#scripts/setup/with-progress.mjs";
import { ensureBrowsers } from "./browsers/ensure-browsers.mjs";
import { ensurePrograms } from "./programs/ensure-programs.mjs";
import { checked, staticChecks } from "./static-checks.mjs";
import {
  oneCheck,
  playwrightCounts,
  sum,
  sumLine,
  vitestCounts,
  withMissing,
} from "./test-counts.mjs";

/** @typedef {import("./browsers/ensure-browsers.mjs").Browsers} Browsers */
/** @typedef {import("./static-checks.mjs").Result} Result */
/** @typedef {import("./static-checks.mjs").Step} Step */

// The reports are not in test-results/, because Playwright empties that folder when it begins.
const unitReport = "build/unit-tests.json";
const journeyReport = "build/journeys.json";
const engineReport = "build/engine-journeys.json";

/** @type {Step[]} */
export const fastSteps = [
  ...staticChecks,
  { name: "Unit tests", run: () => runVitest(unitReport, ["--exclude", "tests/faults/**"]) },
];

/**
 * Finds or brings the browsers and programs before the first step, so that nothing is printed into the line of a step.
 * @returns {Promise<Step[]>}
 */
export async function allSteps() {
  const browsers = await ensureBrowsers();
  const missingPrograms = await ensurePrograms();
  for (const line of [...browsers.missing, ...missingPrograms]) console.log(line);
  return [
    { name: "Build", run: checked(build) },
    ...staticChecks,
    { name: "Unit tests", run: () => runUnitTests(missingPrograms) },
    { name: "Journeys in Chromium", run: () => runJourneys(browsers) },
    { name: "Journeys in other engines", run: () => runEngineJourneys(browsers) },
  ];
}

/**
 * Runs a step and prints its counts; prints its output only if the step failed.
 * @param {Step} step
 */
export async function runStep({ name, run }) {
  const { counts, output } = await withProgress(name, run, stepLine);
  if (counts.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  return counts;
}

/**
 * @param {Result} result
 * @param {number} seconds
 */
function stepLine({ counts }, seconds) {
  return `${sumLine([counts])} (${seconds.toFixed(1)} s)`;
}

/** @returns {Promise<{ ok: boolean, output: string }>} */
async function build() {
  const outcome = await oneAtATime(() =>
    publishSources({ showProgress: false, evenWithdrawn: true }),
  );
  return outcome.kind === "failed"
    ? { ok: false, output: outcome.output }
    : { ok: true, output: "" };
}

/**
 * Vitest counts the tests of a missing program as skipped. In CI, where all programs come by apt-get, each missing one
 * is a failure besides.
 * @param {string[]} missing
 */
async function runUnitTests(missing) {
  const { counts, output } = await runVitest(unitReport, []);
  const failed = process.env["CI"] ? missing.length : 0;
  return { counts: withMissing(counts, failed, true), output: [...missing, output].join("\n") };
}

/** @param {Browsers} browsers */
async function runJourneys({ chromium }) {
  rmSync(journeyReport, { force: true });
  if ("problem" in chromium) return { counts: oneCheck(false), output: chromium.problem };
  const { ok, output } = await runPackage("@playwright/test/cli.js", ["test"], {
    CHROMIUM_PATH: chromium.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  });
  return { counts: playwrightCounts(journeyReport, ok), output };
}

/** @param {Browsers} browsers */
async function runEngineJourneys({ engines, missing }) {
  // Each engine has the file of its journeys, and WebKit one more.
  const files = engines.map((name) => `tests/engines/${name}`);
  const config = ["--config", "vitest.engines.config.ts"];
  const { counts, output } =
    files.length > 0 ? await runVitest(engineReport, [...config, ...files]) : nothing;
  const inCi = Boolean(process.env["CI"]);
  return {
    counts: withMissing(counts, missing.length, inCi),
    output: [...missing, output].join("\n"),
  };
}

const nothing = { counts: sum([]), output: "" };

/**
 * @param {string} report
 * @param {string[]} args
 */
async function runVitest(report, args) {
  rmSync(report, { force: true });
  const { ok, output } = await runPackage("vitest/vitest.mjs", [
    "run",
    ...args,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ]);
  return { counts: vitestCounts(report, ok), output };
}
