// @ts-check
import { runnerImport } from "vite";

// Runs serve-states.ts with Vite, because the panel imports its styles as a text (`?inline`), which Node cannot.
await runnerImport("./tests/support/panel/serve-states.ts", {
  server: { perEnvironmentStartEndDuringDev: true },
});
