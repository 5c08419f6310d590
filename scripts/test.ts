// `npm test` runs all tests that need only Node and npm. Unit tests and journeys first build what is not built yet.
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.ts";

const since = performance.now();
await ensureInstalled("full");

// This import comes after the installation, because the module needs the installed packages.
const { journeys, runSteps, staticChecks, unitTests } = await import("./check/steps.ts");
await runSteps(
  [
    staticChecks,
    unitTests("Unit tests, contract, faults", false),
    journeys("Journeys in Chromium"),
  ],
  since,
  [
    "Left out, because it needs more than Node and npm: WebKitGTK, Firefox, Chromium 109, Caddy, PgBouncer,",
    "the container, other versions of Node, the edits of an owner. This runs it: npm run test:all",
  ],
);
