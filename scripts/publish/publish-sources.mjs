// @ts-check
import { phrases } from "#scripts/setup/phrases.mjs";
import { runPackage, runQuietly } from "#scripts/setup/run-quietly.mjs";
import { doneOrFailed, withProgress } from "#scripts/setup/with-progress.mjs";
import { readSources } from "./sources.mjs";
import {
  completeVersion,
  folderOf,
  linkAddresses,
  newVersion,
  otherVersions,
  publish,
  publishedVersion,
} from "./versions.mjs";
import { forgetWithdrawn, withdrawnFiles } from "./withdrawn.mjs";

/** @typedef {import("./sources.mjs").Sources} Sources */
/**
 * `withdrawn`: the operator has withdrawn just these sources. After `failed` the published version stays; `output` tells
 * what is wrong in the sources.
 * @typedef {{ kind: "published" } | { kind: "withdrawn" } | { kind: "failed", output: string }} Outcome
 */
/** @typedef {{ kind: "built", name: string } | { kind: "failed", output: string }} Build */

/** How often sources that change while they are built are built again. */
const maxTries = 5;

/**
 * Publishes the present sources. They are built, if they are not yet, into the folder of a new version, and published
 * only when this version is complete.
 * @param {{ showProgress: boolean, evenWithdrawn: boolean }} options `showProgress`: a line tells about the build, if there
 *   is something to build; `evenWithdrawn`: the operator asks for these sources, also if they were withdrawn
 * @returns {Promise<Outcome>}
 */
export async function publishSources({ showProgress, evenWithdrawn }) {
  if (await publishedVersion()) await linkAddresses();
  const sources = await readSources();
  if (!evenWithdrawn && (await isWithdrawn(sources))) return { kind: "withdrawn" };
  const found = await findBuilt(sources);
  const build = found ?? (await buildVersion(sources, showProgress));
  if (build.kind !== "built") return build;
  if ((await publishedVersion())?.name !== build.name) await publish(build.name);
  await forgetWithdrawn();
  return { kind: "published" };
}

/**
 * Whether the operator has withdrawn these files, so that another version is published. Other settings, like PORT, do
 * not publish them again.
 * @param {Sources} sources
 */
async function isWithdrawn({ filesFingerprint }) {
  const current = await publishedVersion();
  if (current === undefined || current.filesFingerprint === filesFingerprint) return false;
  return (await withdrawnFiles()) === filesFingerprint;
}

/**
 * A kept version of these sources, first of all the published one.
 * @param {Sources} sources
 * @returns {Promise<Build | undefined>}
 */
async function findBuilt({ fingerprint }) {
  const kept = [await publishedVersion(), ...(await otherVersions())];
  for (const version of kept)
    if (version?.fingerprint === fingerprint) return { kind: "built", name: version.name };
  return undefined;
}

/**
 * Builds a version. Files that were saved during the build may be in it without having been checked, so the build counts
 * only if the sources are still the same after it.
 * @param {Sources} sources
 * @param {boolean} showProgress
 * @param {number} tries
 * @returns {Promise<Build>}
 */
async function buildVersion(sources, showProgress, tries = 1) {
  const name = await newVersion(sources.fingerprint);
  const build = () => checkAndBuild(folderOf(name));
  const { ok, output } = await (showProgress
    ? withProgress(phrases.building, build, doneOrFailed)
    : build());
  const after = await readSources();
  if (after.fingerprint !== sources.fingerprint)
    return tries < maxTries
      ? buildVersion(after, showProgress, tries + 1)
      : { kind: "failed", output: phrases.changedWhileBuilt };
  if (!ok) return { kind: "failed", output };
  await completeVersion(name, sources);
  return { kind: "built", name };
}

/** @param {string} folder */
async function checkAndBuild(folder) {
  const checked = await runQuietly(process.execPath, ["scripts/publish/print-mistakes.mjs"]);
  if (!checked.ok) return checked;
  const settings = { NODE_ENV: "production", BUILD_FOLDER: folder };
  return runPackage("vite/bin/vite.js", ["build", "--app"], settings);
}
