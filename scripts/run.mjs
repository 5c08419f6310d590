// @ts-check
import { resolve } from "node:path";
import { runnerImport } from "vite";

// Runs a TypeScript file with Vite's runner, because Node 20 cannot run TypeScript. Vite's runner also reads the
// project's settings.
await runnerImport(resolve(process.argv[2] ?? ""));
