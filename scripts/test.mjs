// @ts-check
import "./require-node.mjs";
import "./root.mjs";
import { ensureInstalled } from "./install.mjs";
import { oneAtATime } from "./one-at-a-time.mjs";
import { reportStep } from "./report-step.mjs";
import { sum, sumLine } from "./tally.mjs";

await oneAtATime(() => ensureInstalled("full"));

// Imported late: what it needs has just been installed.
const { allSteps, fastSteps } = await import("./steps.mjs");
const steps = process.argv.includes("--fast") ? fastSteps : await allSteps();

const tallies = [];
for (const step of steps) tallies.push(await reportStep(step));
console.log(`\n${sumLine(tallies)}`);
process.exitCode = sum(tallies).failed > 0 ? 1 : 0;
