// @ts-check
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Tally */

/** @param {boolean} ok */
export function oneCheck(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * @param {string} file the report of Vitest
 * @param {boolean} ok whether Vitest itself was content
 * @returns {Tally}
 */
export function vitestTally(file, ok) {
  const report = read(file);
  return honest(ok, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  });
}

/**
 * @param {string} file the report of Playwright
 * @param {boolean} ok
 * @returns {Tally}
 */
export function playwrightTally(file, ok) {
  const { stats = {} } = read(file);
  return honest(ok, {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  });
}

/**
 * Counts missing engines: in CI, where a script installs everything, as failed; elsewhere as skipped.
 * @param {Tally} tally
 * @param {number} missing
 * @param {boolean} inCi
 * @returns {Tally}
 */
export function withMissing(tally, missing, inCi) {
  return inCi
    ? { ...tally, failed: tally.failed + missing }
    : { ...tally, skipped: tally.skipped + missing };
}

/**
 * @param {Tally[]} tallies
 * @returns {string} the last line of a run
 */
export function sumLine(tallies) {
  const { passed, failed, skipped } = sum(tallies);
  const tail = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} passed, ${failed} failed${tail}`;
}

/** @param {Tally[]} tallies */
export function sum(tallies) {
  /** @param {keyof Tally} key */
  const total = (key) => tallies.reduce((count, tally) => count + tally[key], 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}

/** A run that broke before its first test has no failed test to count, but it has failed.
 * @param {boolean} ok
 * @param {Tally} tally
 */
function honest(ok, tally) {
  return ok ? tally : { ...tally, failed: Math.max(1, tally.failed) };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}
