// @ts-check
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { install } from "#scripts/setup/install.mjs";
import { oneAtATime } from "#scripts/setup/one-at-a-time.mjs";
import { phrases } from "#scripts/setup/phrases.mjs";
import { fail } from "#scripts/setup/program.mjs";
import { doneOrFailed, runPackage, runQuietly, withProgress } from "#scripts/setup/run.mjs";
import { readSources } from "./sources.mjs";
import {
  buildFolder,
  completeVersion,
  linkAddresses,
  otherVersions,
  publishedVersion,
  switchToVersion,
} from "./versions.mjs";

/** @typedef {import("./sources.mjs").Sources} Sources */
/**
 * `isNew` is false if just this version was published already. `withdrawn`: the operator has withdrawn just these sources.
 * After `failed` the published version stays; `output` tells what is wrong in the sources, or why the packages were not installed.
 * @typedef {{ kind: "published", isNew: boolean } | { kind: "withdrawn" } | { kind: "failed", output: string }} Outcome
 */

/** Holds the fingerprint of the source files that `npm run ready -- --back` has withdrawn. */
const withdrawnRecord = "build/withdrawn";

/**
 * Installs the packages and publishes the present sources, as far as this is not done yet.
 * @param {{ evenWithdrawn: boolean }} options
 * @returns {Promise<Outcome>}
 */
export function makeReady({ evenWithdrawn }) {
  return oneAtATime(async () => {
    const failure = await install("production");
    if (failure)
      return { kind: "failed", output: `${failure.output.trimEnd()}\n${failure.message}` };
    return publishSources({ showProgress: true, evenWithdrawn });
  });
}

/**
 * Publishes the present sources, and builds them first unless a kept version has them.
 * @param {{ showProgress: boolean, evenWithdrawn: boolean }} options `showProgress`: a line tells about the build, if there
 *   is something to build; `evenWithdrawn`: the operator asks for these sources, also if they were withdrawn
 * @returns {Promise<Outcome>}
 */
export async function publishSources({ showProgress, evenWithdrawn }) {
  const current = await publishedVersion();
  if (current) await linkAddresses();
  const sources = await readSources();
  // Other settings, like PORT, do not publish withdrawn files again.
  const isOther = current && current.filesFingerprint !== sources.filesFingerprint;
  if (!evenWithdrawn && isOther && (await withdrawnFiles()) === sources.filesFingerprint)
    return { kind: "withdrawn" };
  const kept = [current, ...(await otherVersions())];
  const built = kept.find((version) => version?.fingerprint === sources.fingerprint);
  if (!built) {
    const { ok, output } = await buildVersion(sources, showProgress);
    if (!ok) return { kind: "failed", output };
  }
  const name = built?.name ?? (await completeVersion(sources));
  const isNew = current?.name !== name;
  if (isNew) await switchToVersion(name);
  await rm(withdrawnRecord, { force: true });
  return { kind: "published", isNew };
}

/**
 * Builds into the folder of a version that is not complete yet. Files that were saved during the build may be in it
 * without having been checked, so the build counts only if the sources are still the same after it.
 * @param {Sources} sources
 * @param {boolean} showProgress
 */
async function buildVersion(sources, showProgress) {
  const folder = await buildFolder(sources);
  const build = () => checkAndBuild(folder);
  const outcome = await (showProgress
    ? withProgress(phrases.building, build, doneOrFailed)
    : build());
  const isSame = (await readSources()).fingerprint === sources.fingerprint;
  return isSame ? outcome : { ok: false, output: phrases.changedWhileBuilt };
}

/**
 * Looks for mistakes in content/ and for pictures that are not made, and builds if there are none.
 * @param {string} folder
 * @param {Record<string, string>} [settings]
 */
export async function checkAndBuild(folder, settings) {
  const checked = await runQuietly(process.execPath, ["scripts/publish/print-mistakes.ts"]);
  if (!checked.ok) return checked;
  const environment = { ...settings, NODE_ENV: "production", BUILD_FOLDER: folder };
  return runPackage("vite/bin/vite.js", ["build", "--app"], environment);
}

/**
 * Ends the program after sources that could not be published.
 * @param {string} output
 * @returns {Promise<never>}
 */
export async function failPublishing(output) {
  fail((await publishedVersion()) ? phrases.notPublished : phrases.notPublishedFirst, output);
}

/** @typedef {"published" | "nothing published" | "no version before" | "already withdrawn"} BackOutcome */

/**
 * Withdraws the published version, and publishes the version before it. The record is written first: if this program is
 * killed in between, the next start must not publish the withdrawn sources again.
 * @returns {Promise<BackOutcome>}
 */
export async function publishBefore() {
  const current = await publishedVersion();
  if (current === undefined) return "nothing published";
  const withdrawn = await withdrawnFiles();
  const others = (await otherVersions()).filter(
    ({ filesFingerprint }) => filesFingerprint !== current.filesFingerprint,
  );
  const before = others.find(({ filesFingerprint }) => filesFingerprint !== withdrawn);
  if (before === undefined) return others.length > 0 ? "already withdrawn" : "no version before";
  await writeFile(`${withdrawnRecord}.next`, current.filesFingerprint);
  await rename(`${withdrawnRecord}.next`, withdrawnRecord);
  await switchToVersion(before.name);
  return "published";
}

/** @returns {Promise<string | undefined>} */
function withdrawnFiles() {
  return readFile(withdrawnRecord, "utf8").catch(() => undefined);
}
