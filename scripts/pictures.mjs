// @ts-check
import "./setup/root.mjs";
import { ensureInstalled } from "./setup/install.mjs";
import { oneAtATime } from "./setup/one-at-a-time.mjs";

await oneAtATime(() => ensureInstalled("full"));

// Vite runs the TypeScript, because Node 20 cannot run it.
const { runnerImport } = await import("vite");
const { module } = await runnerImport("./scripts/pictures/make-pictures.ts", { configFile: false });
process.exitCode = await module.makeAll();
