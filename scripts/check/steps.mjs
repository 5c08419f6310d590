// @ts-check
import { rmSync } from "node:fs";
import { publishSources } from "#scripts/publish/publish-sources.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { runPackage } from "#scripts/setup/run-quietly.mjs";
import { withProgress } from "#scripts/setup/with-progress.mjs";
import { ensureBrowsers } from "./browsers/ensure-browsers.mjs";
import {
  oneCheck,
  playwrightCounts,
  sum,
  sumLine,
  vitestCounts,
  withMissing,
} from "./test-counts.mjs";

/** @typedef {import("./browsers/ensure-browsers.mjs").Browsers} Browsers */
/** @typedef {import("./test-counts.mjs").Counts} Counts */
/** @typedef {{ counts: Counts, output: string }} Result */
/** @typedef {{ name: string, run: () => Promise<Result> }} Step */

// The reports are not in test-results/, because Playwright empties that folder when it begins.
const unitReport = "build/unit-tests.json";
const journeyReport = "build/journeys.json";
const engineReport = "build/engine-journeys.json";

/** @type {Step[]} */
const staticChecks = [
  {
    name: "Format, lint, walls",
    run: checked(() => runPackage("@biomejs/biome/bin/biome", ["check", "--error-on-warnings"])),
  },
  { name: "Types", run: checkTypes },
  { name: "Unused code", run: checked(() => runPackage("knip/bin/knip.js", [])) },
];

/** @type {Step[]} */
export const fastSteps = [
  ...staticChecks,
  { name: "Unit tests", run: () => runVitest(unitReport, ["--exclude", "tests/faults/**"]) },
];

/**
 * Finds or installs the browsers before the first step, so that nothing is printed into the line of a step.
 * @returns {Promise<Step[]>}
 */
export async function allSteps() {
  const browsers = await ensureBrowsers();
  for (const line of browsers.missing) console.log(line);
  return [
    { name: "Build", run: checked(build) },
    ...staticChecks,
    { name: "Unit tests", run: () => runVitest(unitReport, []) },
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

/**
 * @param {() => Promise<{ ok: boolean, output: string }>} run
 * @returns {Step["run"]}
 */
function checked(run) {
  return async () => {
    const { ok, output } = await run();
    return { counts: oneCheck(ok), output };
  };
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

async function checkTypes() {
  const projects = ["tsconfig.pure.json", "tsconfig.site.json", "tsconfig.server.json"];
  const results = await Promise.all(
    projects.map((project) => runPackage("typescript/bin/tsc", ["--project", project])),
  );
  return {
    counts: sum(results.map(({ ok }) => oneCheck(ok))),
    output: results.map(({ output }) => output).join(""),
  };
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
  const files = engines.map((name) => `tests/engines/${name}.test.ts`);
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
