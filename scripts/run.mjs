// @ts-check
import { resolve } from "node:path";
import { runnerImport } from "vite";

// Node 20 cannot run TypeScript: Vite's runner does, with the project's own settings.
await runnerImport(resolve(process.argv[2] ?? ""));
