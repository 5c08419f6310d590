// @ts-check
import "./setup/require-node.mjs";
import "./setup/root.mjs";
import { notAsDelivered, specificationApplies } from "./check/delivered-content.mjs";
import { sum, sumLine } from "./check/test-counts.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

await oneAtATime(() => ensureInstalled("full"));

// The steps are imported only now, because they need packages that were installed a moment ago.
const { allSteps, fastSteps, runStep } = await import("./check/steps.mjs");
const steps = process.argv.includes("--fast") ? fastSteps : await allSteps();

const allCounts = [];
for (const step of steps) allCounts.push(await runStep(step));
if (!specificationApplies()) console.log(`\n${notAsDelivered}`);
console.log(`\n${sumLine(allCounts)}`);
process.exitCode = sum(allCounts).failed > 0 ? 1 : 0;
