// @ts-check
import { phase } from "#scripts/setup/phase.mjs";
import { runQuietly } from "#scripts/setup/run-quietly.mjs";

/**
 * Installs packages of Debian in one call, if that needs no password.
 * @param {string[]} packages
 * @returns {Promise<string>} what apt-get printed when it failed, otherwise an empty text
 */
export async function installByApt(packages) {
  const prefix = await rootPrefix();
  if (!prefix || !(await runQuietly("apt-get", ["--version"])).ok) return "";
  const title = `Installing ${packages.join(", ")} for the journeys (once, by apt-get; up to 260 MB, a minute or several)`;
  const { ok, output } = await phase(title, () => updateAndInstall(prefix, packages));
  return ok ? "" : output;
}

/**
 * @param {string[]} prefix
 * @param {string[]} packages
 */
async function updateAndInstall(prefix, packages) {
  const [command = "", ...args] = [...prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get"];
  await runQuietly(command, [...args, "update"]);
  const known = await knownOf(packages);
  if (known.length === 0) return { ok: false, output: "apt-get knows none of these packages." };
  return runQuietly(command, [...args, "install", "-y", "--no-install-recommends", ...known]);
}

/**
 * Leaves out names that this system does not know: one such name would make apt-get install nothing.
 * @param {string[]} packages
 */
async function knownOf(packages) {
  const answers = await Promise.all(
    packages.map((name) => runQuietly("apt-cache", ["show", name])),
  );
  return packages.filter((_, index) => answers[index]?.ok);
}

/** The words before a command that make it run as root without a password; undefined if that is not possible. */
async function rootPrefix() {
  if ((await runQuietly("id", ["-u"])).output.trim() === "0") return [];
  const { ok } = await runQuietly("sudo", ["-n", "true"]);
  return ok ? ["sudo", "-n"] : undefined;
}
