// @ts-check
import { rmSync } from "node:fs";
import { buildIfChanged } from "./build-if-changed.mjs";
import { ensureChromium } from "./ensure-chromium.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { runPackage } from "./run-quietly.mjs";
import { oneCheck, playwrightTally, sum, vitestTally } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {{ tally: Tally, output: string }} Result */
/** @typedef {{ name: string, run: () => Promise<Result> }} Step */

// Not in test-results/, which Playwright empties when it begins.
const unitReport = "build/unit-tests.json";
const journeyReport = "build/journeys.json";

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
  { name: "Unit tests", run: () => runUnitTests(["--exclude", "tests/faults/**"]) },
];

/** @type {Step[]} */
export const allSteps = [
  { name: "Build", run: checked(() => oneAtATime(buildIfChanged)) },
  ...staticChecks,
  { name: "Unit tests", run: () => runUnitTests([]) },
  { name: "Journeys in Chromium", run: runJourneys },
];

/**
 * @param {() => Promise<{ ok: boolean, output: string }>} run
 * @returns {Step["run"]}
 */
function checked(run) {
  return async () => {
    const { ok, output } = await run();
    return { tally: oneCheck(ok), output };
  };
}

async function checkTypes() {
  const projects = ["tsconfig.pure.json", "tsconfig.site.json", "tsconfig.server.json"];
  const results = await Promise.all(
    projects.map((project) => runPackage("typescript/bin/tsc", ["--project", project])),
  );
  return {
    tally: sum(results.map(({ ok }) => oneCheck(ok))),
    output: results.map(({ output }) => output).join(""),
  };
}

/** @param {string[]} selection */
async function runUnitTests(selection) {
  rmSync(unitReport, { force: true });
  const { ok, output } = await runPackage("vitest/vitest.mjs", [
    "run",
    ...selection,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${unitReport}`,
  ]);
  return { tally: vitestTally(unitReport, ok), output };
}

async function runJourneys() {
  rmSync(journeyReport, { force: true });
  const chromium = await ensureChromium();
  if ("problem" in chromium) return { tally: oneCheck(false), output: chromium.problem };
  const { ok, output } = await runPackage("@playwright/test/cli.js", ["test"], {
    CHROMIUM_PATH: chromium.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  });
  return { tally: playwrightTally(journeyReport, ok), output };
}
