// @ts-check
import { resolve } from "node:path";
import { runnerImport } from "vite";

// Runs a TypeScript file with Vite's runner, which reads the project's settings, and with this option also styles as texts
// (`?inline`).
await runnerImport(resolve(process.argv[2] ?? ""), {
  server: { perEnvironmentStartEndDuringDev: true },
});
