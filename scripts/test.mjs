// @ts-check
import "./require-node.mjs";
import "./root.mjs";
import { ensureInstalled } from "./install.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { sum, sumLine } from "./tally.mjs";

await oneAtATime(() => ensureInstalled("full"));

// Imported late: what it needs has just been installed.
const { allSteps, fastSteps } = await import("./steps.mjs");
const steps = process.argv.includes("--fast") ? fastSteps : await allSteps();

const tallies = [];
for (const step of steps) tallies.push(await report(step));
console.log(`\n${sumLine(tallies)}`);
process.exitCode = sum(tallies).failed > 0 ? 1 : 0;

/** @param {import("./steps.mjs").Step} step */
async function report({ name, run }) {
  process.stdout.write(`${name} … `);
  const started = performance.now();
  const { tally, output } = await run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${sumLine([tally])} (${seconds} s)`);
  if (tally.failed > 0) console.log(`\n${output.trimEnd()}\n`);
  return tally;
}
