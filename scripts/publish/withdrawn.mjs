// @ts-check
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { otherVersions, publish, publishedVersion } from "./versions.mjs";

/** Holds the fingerprint of the source files that `npm run ready -- --back` has withdrawn. */
const record = "build/withdrawn";

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
  await writeFile(`${record}.next`, current.filesFingerprint);
  await rename(`${record}.next`, record);
  await publish(before.name);
  return "published";
}

/** @returns {Promise<string | undefined>} */
export function withdrawnFiles() {
  return readFile(record, "utf8").catch(() => undefined);
}

export function forgetWithdrawn() {
  return rm(record, { force: true });
}
