// `npm run check` runs the fast part of `npm test`.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

const since = performance.now();
await ensureInstalled("full");

// This import comes after the installation, because the module needs the installed packages.
const { runSteps, staticChecks, unitTests } = await import("./check/steps.ts");
await runSteps([staticChecks, unitTests("Unit tests", true)], since);
