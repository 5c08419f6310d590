// @ts-check
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { runQuietly } from "#scripts/setup/run-quietly.mjs";
import { withProgress } from "#scripts/setup/with-progress.mjs";
import { findProgram, programNames, unpackedFolder } from "./find-program.mjs";

/** @typedef {import("#scripts/setup/run-quietly.mjs").Outcome} Outcome */

/**
 * Finds the programs that the tests run beside the server, and unpacks missing ones from packages of Debian. It installs
 * nothing, because an installed package of Caddy or nginx starts a web server on this machine.
 * @returns {Promise<string[]>} one line for each program that is missing, with the reason
 */
export async function ensurePrograms() {
  const wanted = await missingPrograms();
  const reason = wanted.length > 0 ? await unpackPackages(wanted) : "";
  return (await missingPrograms()).map(
    (name) => `${name} is missing, so its tests do not run. Put it onto the PATH. ${reason}`,
  );
}

async function missingPrograms() {
  const found = await Promise.all(programNames.map(findProgram));
  return programNames.filter((_, index) => found[index] === undefined);
}

/**
 * @param {string[]} names
 * @returns {Promise<string>} what the failed command printed, otherwise an empty text
 */
async function unpackPackages(names) {
  const title = `Unpacking ${names.join(", ")} for the tests (once, by apt-get; 40 MB)`;
  const { ok, output } = await withProgress(
    title,
    () => downloadAndUnpack(names),
    (outcome, seconds) => `${outcome.ok ? "done" : "failed"} (${seconds.toFixed(1)} s)`,
  );
  return ok ? "" : output.trim();
}

/**
 * @param {string[]} names
 * @returns {Promise<Outcome>}
 */
async function downloadAndUnpack(names) {
  const folder = resolve(`${unpackedFolder}.${process.pid}`);
  for (const part of ["lists/partial", "archives/partial", "unpacked"])
    await mkdir(join(folder, part), { recursive: true });
  const outcome = await firstFailure([
    () => aptGet(folder, ["update"]),
    // apt-get also downloads those packages that the wanted ones need and that this machine does not have.
    () => aptGet(folder, ["install", "-y", "--no-install-recommends", "--download-only", ...names]),
    () => unpackAll(folder),
  ]);
  if (outcome.ok) {
    await rm(unpackedFolder, { recursive: true, force: true });
    await rename(join(folder, "unpacked"), unpackedFolder);
  }
  await rm(folder, { recursive: true, force: true });
  return outcome;
}

/**
 * Runs apt-get with its lists and downloads in a folder of our own, which needs no root.
 * @param {string} folder
 * @param {string[]} args
 */
function aptGet(folder, args) {
  const settings = [
    `Dir::State::Lists=${folder}/lists`,
    `Dir::Cache=${folder}`,
    "Debug::NoLocking=true",
    // Without this, root downloads as another user, who may not write into the folder.
    "APT::Sandbox::User=root",
  ];
  return runQuietly("apt-get", [...settings.flatMap((setting) => ["-o", setting]), ...args]);
}

/** @param {string} folder */
async function unpackAll(folder) {
  const packages = (await readdir(join(folder, "archives"))).filter((name) =>
    name.endsWith(".deb"),
  );
  return firstFailure(
    packages.map(
      (name) => () =>
        runQuietly("dpkg-deb", ["-x", join(folder, "archives", name), join(folder, "unpacked")]),
    ),
  );
}

/** @param {(() => Promise<Outcome>)[]} commands */
async function firstFailure(commands) {
  for (const run of commands) {
    const outcome = await run();
    if (!outcome.ok) return outcome;
  }
  return { ok: true, output: "", seconds: 0 };
}
