// @ts-check

import { phase } from "#scripts/setup/phase.mjs";
import { runPackage } from "#scripts/setup/run-quietly.mjs";
import { findChromium } from "./find-chromium.mjs";
import { engineSources } from "./find-engines.mjs";
import { installByApt } from "./install-by-apt.mjs";

/** @typedef {import("./find-engines.mjs").EngineName} EngineName */
/** @typedef {{ path: string } | { problem: string }} Chromium */
/** @typedef {{ chromium: Chromium, engines: EngineName[], missing: string[] }} Browsers */

/**
 * Finds the browsers of the journeys and installs missing ones: from Debian's packages, which bring the libraries
 * that a browser needs. Where that is not possible, Chromium comes from Playwright.
 * @returns {Promise<Browsers>} `missing` has one line for each engine that is not here, and says what to install
 */
export async function ensureBrowsers() {
  const asked = process.env["CHROMIUM_PATH"];
  const wanted = (await missingEngines()).flatMap(({ packages }) => packages);
  if (!asked && !(await findChromium())) wanted.unshift("chromium");
  const problem = wanted.length > 0 ? await installByApt([...new Set(wanted)]) : "";
  const missing = await missingEngines();
  return {
    chromium: await ensureChromium(asked, problem),
    engines: engineSources.filter((engine) => !missing.includes(engine)).map(({ name }) => name),
    missing: missing.map(whatToDo),
  };
}

async function missingEngines() {
  const here = await Promise.all(engineSources.map(({ isHere }) => isHere()));
  return engineSources.filter((_, index) => !here[index]);
}

/** @param {import("./find-engines.mjs").EngineSource} engine */
function whatToDo({ title, packages }) {
  return `${title} is missing, so its journeys do not run. On Debian: sudo apt-get install ${packages.join(" ")}`;
}

/**
 * @param {string | undefined} asked
 * @param {string} problem what apt-get printed, if it failed
 * @returns {Promise<Chromium>}
 */
async function ensureChromium(asked, problem) {
  const found = await findChromium();
  if (found) return { path: found };
  if (asked) return { problem: `CHROMIUM_PATH is ${asked}, and nothing there answers --version.` };
  const { output } = await phase(
    "Downloading Chromium for the journeys (once, by Playwright; 200 MB)",
    () => runPackage("@playwright/test/cli.js", ["install", "chromium"]),
  );
  const fetched = await findChromium();
  if (fetched) return { path: fetched };
  const advice =
    "No Chromium here, and none could be installed. Install one (on Debian: sudo apt-get install chromium), or set CHROMIUM_PATH to one.";
  return { problem: [problem.trim(), output.trim(), advice].filter(Boolean).join("\n") };
}
