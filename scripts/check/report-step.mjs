// @ts-check
import { sumLine } from "./test-counts.mjs";

/** How often an unfinished step prints a dot. */
const everyMs = 10_000;

/**
 * Runs a step and prints its result. Until then it adds a dot every few seconds, because some steps take minutes.
 * @param {import("./steps.mjs").Step} step
 * @param {number} [intervalMs]
 */
export async function reportStep({ name, run }, intervalMs = everyMs) {
  process.stdout.write(`${name} …`);
  const started = performance.now();
  const timer = setInterval(() => process.stdout.write("."), intervalMs);
  const { tally, output } = await run().finally(() => clearInterval(timer));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(` ${sumLine([tally])} (${seconds} s)`);
  if (tally.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  return tally;
}
