// @ts-check
import { findChromium } from "./find-chromium.mjs";
import { runPackage, runQuietly } from "./run-quietly.mjs";

/**
 * The path of a Chromium, fetched when there is none: by Debian's own packages where that is
 * possible (they bring the libraries it needs), else by Playwright.
 * @returns {Promise<{ path: string } | { problem: string }>}
 */
export async function ensureChromium() {
  const asked = process.env["CHROMIUM_PATH"];
  const found = await findChromium();
  if (found) return { path: found };
  if (asked) return { problem: `CHROMIUM_PATH is ${asked}, and nothing there answers --version.` };
  console.log("Installing Chromium for the journeys (once)…");
  const byApt = await installByApt();
  if (byApt) return { path: byApt };
  const { output } = await runPackage("@playwright/test/cli.js", ["install", "chromium"]);
  const fetched = await findChromium();
  if (fetched) return { path: fetched };
  return {
    problem: `${output.trimEnd()}\nNo Chromium here, and none could be installed. Install one and set CHROMIUM_PATH to it.`,
  };
}

async function installByApt() {
  const prefix = await rootPrefix();
  if (!prefix || !(await runQuietly("apt-get", ["--version"])).ok) return undefined;
  const [command = "", ...args] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  await runQuietly(command, [...args, "update"]);
  await runQuietly(command, [...args, "install", "-y", "--no-install-recommends", "chromium"]);
  return findChromium();
}

/** What makes a command run as root, without asking for a password; undefined where nothing does. */
async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  const { ok } = await runQuietly("sudo", ["-n", "true"]);
  return ok ? ["sudo", "-n"] : undefined;
}
