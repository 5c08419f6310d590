// @ts-check
import { spawnSync } from "node:child_process";
import { createReadStream, createWriteStream, existsSync, readFileSync } from "node:fs";
import { mkdir, rename } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress } from "node:zlib";
import { runQuietly } from "#scripts/setup/run-quietly.mjs";

/** @typedef {"webkit" | "firefox" | "chromium-109"} EngineName */
/**
 * @typedef {object} EngineSource
 * @property {EngineName} name
 * @property {string} title
 * @property {string[]} packages the packages of Debian that the engine needs
 * @property {() => Promise<boolean>} isInstalled
 */

const chromiumNames = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const answerTimeoutMs = 15_000;
const oldChromiumPackage = "node_modules/@sparticuz/chromium";
const oldChromiumFolder = "build/browsers";

const viewLibraries =
  "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1'); from gi.repository import WebKit2";

/**
 * Finds a Chromium that runs: that of CHROMIUM_PATH, or one on the PATH, or one that Playwright has downloaded.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const wanted = process.env["CHROMIUM_PATH"];
  if (wanted) return runs(wanted) ? wanted : undefined;
  return onPath(chromiumNames).find(runs) ?? (await downloaded());
}

/**
 * Returns all files in the folders of PATH that have one of these names.
 * @param {string[]} names
 */
function onPath(names) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((file) => existsSync(file));
}

/**
 * Whether the program runs. An existing file proves nothing: Ubuntu's `chromium` can be a script that only prints how
 * to install the browser.
 * @param {string} file
 */
function runs(file) {
  return spawnSync(file, ["--version"], { timeout: answerTimeoutMs }).status === 0;
}

async function downloaded() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}

/**
 * The engines in which the journeys run, besides the newest Chromium.
 * @type {EngineSource[]}
 */
export const engineSources = [
  {
    name: "webkit",
    title: "WebKitGTK",
    packages: ["webkit2gtk-driver", "python3-gi", "gir1.2-webkit2-4.1", "gir1.2-gtk-3.0", "xvfb"],
    isInstalled: async () =>
      (await succeeds("WebKitWebDriver", "--help")) &&
      (await succeeds("Xvfb", "-help")) &&
      (await findPython()) !== undefined,
  },
  {
    name: "firefox",
    title: "Firefox",
    packages: ["firefox-esr"],
    isInstalled: async () => (await findFirefox()) !== undefined,
  },
  {
    name: "chromium-109",
    title: "Chromium 109",
    // npm brings the program of Chromium 109; this package brings the newest Chromium, whose libraries the program
    // uses.
    packages: ["chromium"],
    isInstalled: async () => {
      const file = await findOldChromium();
      return file !== undefined && (await succeeds(`./${file}`, "--no-sandbox", "--version"));
    },
  },
];

/**
 * Finds a Python that can open a view of WebKitGTK: only Debian's own has the libraries, and another one may come first
 * on the PATH.
 * @returns {Promise<string | undefined>}
 */
export async function findPython() {
  for (const file of onPath(["python3"]))
    if (await succeeds(file, "-c", viewLibraries)) return file;
  return undefined;
}

/** @returns {Promise<string | undefined>} a Firefox that runs */
export async function findFirefox() {
  for (const name of ["firefox-esr", "firefox"]) if (await succeeds(name, "--version")) return name;
  return undefined;
}

/**
 * @param {string} command
 * @param {string[]} args
 */
async function succeeds(command, ...args) {
  return (await runQuietly(command, args)).ok;
}

/**
 * Finds the old Chromium, after unpacking it from its npm package, once for each version.
 * @returns {Promise<string | undefined>} the program; undefined if the package is missing
 */
export async function findOldChromium() {
  const packed = `${oldChromiumPackage}/bin/chromium.br`;
  if (!existsSync(packed)) return undefined;
  const { version } = JSON.parse(readFileSync(`${oldChromiumPackage}/package.json`, "utf8"));
  const file = `${oldChromiumFolder}/chromium-${version}`;
  if (existsSync(file)) return file;
  await mkdir(oldChromiumFolder, { recursive: true });
  // The file gets its name only when it is complete: another run may look for it at the same moment.
  const part = `${file}.${process.pid}`;
  const output = createWriteStream(part, { mode: 0o755 });
  await pipeline(createReadStream(packed), createBrotliDecompress(), output);
  await rename(part, file);
  return file;
}
