// @ts-check
import { phrases } from "./phrases.mjs";

/** The milliseconds between two dots that are printed while the work is not finished. */
const dotEveryMs = 10_000;

/**
 * Prints one line about work that takes long: its title, a dot every ten seconds, how it ended and how long it took.
 * Without the dots, minutes of work would look like a failure.
 * @template Outcome
 * @param {string} title what is being done, and about how long it takes
 * @param {() => Promise<Outcome>} work
 * @param {(outcome: Outcome, seconds: number) => string} summary
 * @param {number} [intervalMs]
 * @returns {Promise<Outcome>}
 */
export async function withProgress(title, work, summary, intervalMs = dotEveryMs) {
  process.stdout.write(`${title} …`);
  const started = performance.now();
  const timer = setInterval(() => process.stdout.write("."), intervalMs);
  const outcome = await work().finally(() => clearInterval(timer));
  const seconds = (performance.now() - started) / 1000;
  console.log(` ${summary(outcome, seconds)}`);
  return outcome;
}

/**
 * @param {{ ok: boolean }} outcome
 * @param {number} seconds
 */
export function doneOrFailed({ ok }, seconds) {
  const duration = seconds.toFixed(1).replace(".", ",");
  return `${ok ? phrases.done : phrases.failed} (${duration} s)`;
}
