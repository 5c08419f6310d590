// @ts-check
import { runQuietly } from "#scripts/setup/run-quietly.mjs";
import { withProgress } from "#scripts/setup/with-progress.mjs";

/**
 * Installs packages of Debian in one call, if that needs no password.
 * @param {string[]} packages
 * @returns {Promise<string>} what apt-get printed when it failed, otherwise an empty text
 */
export async function installByApt(packages) {
  const prefix = await rootPrefix();
  if (!prefix || !(await runQuietly("apt-get", ["--version"])).ok) return "";
  const title = `Installing ${packages.join(", ")} for the journeys (once, by apt-get; up to 260 MB, a minute or several)`;
  const install = () => updateAndInstall(prefix, packages);
  const { ok, output } = await withProgress(title, install, howItEnded);
  return ok ? "" : output;
}

/**
 * @param {{ ok: boolean }} outcome
 * @param {number} seconds
 */
function howItEnded({ ok }, seconds) {
  return `${ok ? "done" : "failed"} (${seconds.toFixed(1)} s)`;
}

/**
 * @param {string[]} prefix
 * @param {string[]} packages
 */
async function updateAndInstall(prefix, packages) {
  const [command = "", ...args] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  await runQuietly(command, [...args, "update"]);
  const known = await knownPackages(packages);
  if (known.length === 0) return { ok: false, output: "apt-get knows none of these packages." };
  return runQuietly(command, [...args, "install", "-y", "--no-install-recommends", ...known]);
}

/**
 * Leaves out names that this system does not know: one such name would make apt-get install nothing.
 * @param {string[]} packages
 */
async function knownPackages(packages) {
  const answers = await Promise.all(
    packages.map((name) => runQuietly("apt-cache", ["show", name])),
  );
  return packages.filter((_, index) => answers[index]?.ok);
}

/** The prefix that runs a command as root without a password; undefined if that is not possible. */
async function rootPrefix() {
  if ((await runQuietly("id", ["-u"])).output.trim() === "0") return [];
  const { ok } = await runQuietly("sudo", ["-n", "true"]);
  return ok ? ["sudo", "-n"] : undefined;
}
