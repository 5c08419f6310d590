// @ts-check

import { runQuietly } from "#scripts/setup/run-quietly.mjs";
import { onPath } from "./find-chromium.mjs";
import { oldChromium } from "./old-chromium.mjs";

/** @typedef {"webkit" | "firefox" | "chromium-109"} EngineName */
/**
 * @typedef {object} EngineSource
 * @property {EngineName} name
 * @property {string} title
 * @property {string[]} packages the packages of Debian that the engine needs
 * @property {() => Promise<boolean>} isHere
 */

const viewLibraries =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

/**
 * The engines in which the journeys run, besides today's Chromium.
 * @type {EngineSource[]}
 */
export const engineSources = [
  {
    name: "webkit",
    title: "WebKitGTK",
    packages: ["webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "gir1.2-gtk-3.0", "xvfb"],
    isHere: async () =>
      (await answers("WebKitWebDriver", "--help")) &&
      (await answers("Xvfb", "-help")) &&
      (await findPython()) !== undefined,
  },
  {
    name: "firefox",
    title: "Firefox",
    packages: ["firefox-esr"],
    isHere: async () => (await findFirefox()) !== undefined,
  },
  {
    name: "chromium-109",
    title: "Chromium 109",
    // npm brings the program itself; it uses the libraries of today's Chromium.
    packages: ["chromium"],
    isHere: async () => {
      const file = await oldChromium();
      return file !== undefined && (await answers(`./${file}`, "--no-sandbox", "--version"));
    },
  },
];

/**
 * Only Debian's Python has Debian's libraries, and another Python may come before it on the PATH.
 * @returns {Promise<string | undefined>} a Python that can open a view of WebKitGTK
 */
export async function findPython() {
  for (const file of onPath(["python3"])) if (await answers(file, "-c", viewLibraries)) return file;
  return undefined;
}

/** @returns {Promise<string | undefined>} a Firefox that runs */
export async function findFirefox() {
  for (const name of ["firefox-esr", "firefox"]) if (await answers(name, "--version")) return name;
  return undefined;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function answers(command, ...args) {
  return (await runQuietly(command, args)).ok;
}
