// @ts-check
import { resolve } from "node:path";
import { runnerImport } from "vite";

// Runs a TypeScript file with Vite's runner, because Node 20 cannot run TypeScript. Vite's runner also reads the
// project's settings. With this option Vite can also read styles as texts (`?inline`).
await runnerImport(resolve(process.argv[2] ?? ""), {
  server: { perEnvironmentStartEndDuringDev: true },
});
