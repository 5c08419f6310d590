// @ts-check
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { reportStep } from "./check/report-step.mjs";
import { sum, sumLine } from "./check/test-counts.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

await oneAtATime(() => ensureInstalled("full"));

// Imported late: what it needs has just been installed.
const { allSteps, fastSteps } = await import("./check/steps.mjs");
const steps = process.argv.includes("--fast") ? fastSteps : await allSteps();

const tallies = [];
for (const step of steps) tallies.push(await reportStep(step));
console.log(`\n${sumLine(tallies)}`);
process.exitCode = sum(tallies).failed > 0 ? 1 : 0;
