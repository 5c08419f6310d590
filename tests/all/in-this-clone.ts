// Runs in a clone (`in-clones.ts`): the fast unit tests, on another Node; or with `content`, what reads content/, after an
// owner's edits.
import "#scripts/setup/root.mjs";
import { readdirSync } from "node:fs";
import { ensureInstalled } from "#scripts/setup/install.ts";

const since = performance.now();
await ensureInstalled("full");

const { journeys, runSteps, staticChecks, unitTests, withoutSlow } = await import(
  "#scripts/check/steps.ts"
);
const content = readdirSync("content").filter((name) => name.endsWith(".ts"));
const related = ["related", ...content.map((name) => `content/${name}`), withoutSlow];
const steps =
  process.argv.at(-1) === "content"
    ? [staticChecks, unitTests("Unit tests of what reads content/", related), journeys("Journeys")]
    : [unitTests("Unit tests", ["run", withoutSlow])];
await runSteps(steps, since);
