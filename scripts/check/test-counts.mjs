// @ts-check
import { existsSync, readFileSync } from "node:fs";

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {boolean} ok
 * @returns {Counts}
 */
export function oneCheck(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * @param {string} file the report of Vitest
 * @param {boolean} ok whether Vitest ended without an error
 * @returns {Counts}
 */
export function vitestCounts(file, ok) {
  const report = read(file);
  return withFailedRun(ok, {
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 0,
    skipped: (report.numPendingTests ?? 0) + (report.numTodoTests ?? 0),
  });
}

/**
 * @param {string} file the report of Playwright
 * @param {boolean} ok whether Playwright ended without an error
 * @returns {Counts}
 */
export function playwrightCounts(file, ok) {
  const { stats = {} } = read(file);
  return withFailedRun(ok, {
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 0) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  });
}

/**
 * A run that breaks before its first test has no failed test, but counts as one failure.
 * @param {boolean} ok
 * @param {Counts} counts
 */
function withFailedRun(ok, counts) {
  return ok ? counts : { ...counts, failed: Math.max(1, counts.failed) };
}

/** @param {string} file */
function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

/**
 * Adds the missing browser engines to the counts. In CI, where a script installs all engines, they count as failed;
 * elsewhere as skipped.
 * @param {Counts} counts
 * @param {number} missing
 * @param {boolean} inCi
 * @returns {Counts}
 */
export function withMissing(counts, missing, inCi) {
  return inCi
    ? { ...counts, failed: counts.failed + missing }
    : { ...counts, skipped: counts.skipped + missing };
}

/**
 * @param {Counts[]} all
 * @returns {string} for example "12 passed, 0 failed, 1 skipped"
 */
export function sumLine(all) {
  const { passed, failed, skipped } = sum(all);
  const end = skipped > 0 ? `, ${skipped} skipped` : "";
  return `${passed} passed, ${failed} failed${end}`;
}

/**
 * @param {Counts[]} all
 * @returns {Counts}
 */
export function sum(all) {
  /** @param {keyof Counts} key */
  const total = (key) => all.reduce((count, counts) => count + counts[key], 0);
  return { passed: total("passed"), failed: total("failed"), skipped: total("skipped") };
}
