// @ts-check
import { runPackage } from "#scripts/setup/run-quietly.mjs";
import { doneOrFailed, withProgress } from "#scripts/setup/with-progress.mjs";
import { engineSources, findChromium } from "./find-browsers.mjs";
import { installByApt } from "./install-by-apt.mjs";

/** @typedef {import("./find-browsers.mjs").EngineName} EngineName */
/** @typedef {{ path: string } | { problem: string }} Chromium */
/** @typedef {{ chromium: Chromium, engines: EngineName[], missing: string[] }} Browsers */

/**
 * Finds the browsers of the journeys and installs missing ones: as packages of Debian, which bring the libraries that a
 * browser needs. Where that is not possible, Playwright downloads Chromium.
 * @returns {Promise<Browsers>} `missing` has one line for each engine that is not installed, and says what to install
 */
export async function ensureBrowsers() {
  const wantedPath = process.env["CHROMIUM_PATH"];
  const packages = (await missingEngines()).flatMap((engine) => engine.packages);
  if (!wantedPath && !(await findChromium())) packages.unshift("chromium");
  const problem = packages.length > 0 ? await installByApt([...new Set(packages)]) : "";
  const missing = await missingEngines();
  return {
    chromium: await ensureChromium(wantedPath, problem),
    engines: engineSources.filter((engine) => !missing.includes(engine)).map(({ name }) => name),
    missing: missing.map(installAdvice),
  };
}

async function missingEngines() {
  const installed = await Promise.all(engineSources.map(({ isInstalled }) => isInstalled()));
  return engineSources.filter((_, index) => !installed[index]);
}

/** @param {import("./find-browsers.mjs").EngineSource} engine */
function installAdvice({ title, packages }) {
  return `${title} is missing, so its journeys do not run. On Debian: sudo apt-get install ${packages.join(" ")}`;
}

/**
 * @param {string | undefined} wantedPath
 * @param {string} problem what apt-get printed, if it failed
 * @returns {Promise<Chromium>}
 */
async function ensureChromium(wantedPath, problem) {
  const found = await findChromium();
  if (found) return { path: found };
  if (wantedPath)
    return { problem: `CHROMIUM_PATH is ${wantedPath}, and nothing there answers --version.` };
  const { output } = await withProgress(
    "Downloading Chromium for the journeys (once, by Playwright; 200 MB)",
    () => runPackage("@playwright/test/cli.js", ["install", "chromium"]),
    doneOrFailed,
  );
  const downloaded = await findChromium();
  if (downloaded) return { path: downloaded };
  const advice =
    "No Chromium here, and none could be installed. Install one (on Debian: sudo apt-get install chromium), or set CHROMIUM_PATH to one.";
  return { problem: [problem.trim(), output.trim(), advice].filter(Boolean).join("\n") };
}
