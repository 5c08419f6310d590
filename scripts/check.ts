// `npm run check`: the fast part of `npm test`.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

const since = performance.now();
await ensureInstalled("full");

// Imported only now, because it needs packages that were installed a moment ago.
const { runSteps, staticChecks, unitTests } = await import("./check/steps.ts");
await runSteps([staticChecks, unitTests("Unit tests", true)], since);
