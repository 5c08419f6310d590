// @ts-check
import { rmSync } from "node:fs";
import { buildIfChanged } from "./build-if-changed.mjs";
import { ensureBrowsers } from "./ensure-browsers.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { runPackage } from "./run-quietly.mjs";
import { oneCheck, playwrightTally, sum, vitestTally, withMissing } from "./tally.mjs";

/** @typedef {import("./tally.mjs").Tally} Tally */
/** @typedef {{ tally: Tally, output: string }} Result */
/** @typedef {{ name: string, run: () => Promise<Result> }} Step */

// Not in test-results/, which Playwright empties when it begins.
const unitReport = "build/unit-tests.json";
const journeyReport = "build/journeys.json";
const engineReport = "build/engine-journeys.json";

/** @type {ReturnType<typeof ensureBrowsers> | undefined} */
let browsers;

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

/** @type {Step[]} */
export const allSteps = [
  { name: "Build", run: checked(() => oneAtATime(buildIfChanged)) },
  ...staticChecks,
  { name: "Unit tests", run: () => runVitest(unitReport, []) },
  { name: "Journeys in Chromium", run: runJourneys },
  { name: "Journeys in other engines", run: runEngineJourneys },
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

async function runJourneys() {
  rmSync(journeyReport, { force: true });
  const { chromium } = await browsersOnce();
  if ("problem" in chromium) return { tally: oneCheck(false), output: chromium.problem };
  const { ok, output } = await runPackage("@playwright/test/cli.js", ["test"], {
    CHROMIUM_PATH: chromium.path,
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  });
  return { tally: playwrightTally(journeyReport, ok), output };
}

async function runEngineJourneys() {
  const { engines, missing } = await browsersOnce();
  for (const line of missing) console.log(line);
  const files = engines.map((name) => `tests/engines/${name}.test.ts`);
  const config = ["--config", "vitest.engines.config.ts"];
  const { tally, output } =
    files.length > 0 ? await runVitest(engineReport, [...config, ...files]) : nothing;
  const inCi = Boolean(process.env["CI"]);
  return {
    tally: withMissing(tally, missing.length, inCi),
    output: [...missing, output].join("\n"),
  };
}

const nothing = { tally: sum([]), output: "" };

/** Two steps need them, and what could not be installed for the first is not tried again for the second. */
function browsersOnce() {
  browsers ??= ensureBrowsers();
  return browsers;
}

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
  return { tally: vitestTally(report, ok), output };
}
