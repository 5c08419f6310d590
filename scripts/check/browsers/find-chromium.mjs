// @ts-check
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const answerMs = 15_000;

/**
 * A Chromium that runs: the one asked for, else one on the PATH, else one Playwright has fetched.
 * @returns {Promise<string | undefined>}
 */
export async function findChromium() {
  const asked = process.env["CHROMIUM_PATH"];
  if (asked) return [asked].find(answers);
  return onPath(names).find(answers) ?? (await fetchedByPlaywright());
}

/**
 * All files of these names that a shell would find.
 * @param {string[]} names
 */
export function onPath(names) {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .filter((file) => existsSync(file));
}

/**
 * Ubuntu puts a script on the PATH that only says how to get the real one: so it must answer.
 * @param {string} file
 */
function answers(file) {
  return spawnSync(file, ["--version"], { timeout: answerMs }).status === 0;
}

async function fetchedByPlaywright() {
  const { chromium } = await import("@playwright/test");
  const file = chromium.executablePath();
  return existsSync(file) ? file : undefined;
}
