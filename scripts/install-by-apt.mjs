// @ts-check
import { phase } from "./phase.mjs";
import { runQuietly } from "./run-quietly.mjs";

/**
 * Installs Debian's packages in one call, where that needs no password.
 * @param {string[]} packages
 * @returns {Promise<string>} what apt-get said when it failed, else nothing
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
 * One name that this system does not have would keep all the others from being installed.
 * @param {string[]} packages
 */
async function knownOf(packages) {
  const answers = await Promise.all(
    packages.map((name) => runQuietly("apt-cache", ["show", name])),
  );
  return packages.filter((_, index) => answers[index]?.ok);
}

/** What makes a command run as root, without asking for a password; undefined where nothing does. */
async function rootPrefix() {
  if ((await runQuietly("id", ["-u"])).output.trim() === "0") return [];
  const { ok } = await runQuietly("sudo", ["-n", "true"]);
  return ok ? ["sudo", "-n"] : undefined;
}
