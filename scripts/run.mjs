// @ts-check
import { resolve } from "node:path";
import { runnerImport } from "vite";

// Runs a TypeScript file. Node 20 cannot: Vite's runner can, and it reads the project's settings.
await runnerImport(resolve(process.argv[2] ?? ""));
